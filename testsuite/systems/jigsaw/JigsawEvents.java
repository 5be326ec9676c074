import org.w3c.tools.resources.event.ResourceEventQueue;

/**
 * Two threads ask the store for its queue of events, as resources do that are changed. {@code
 * ResourceStoreManager.getEventQueue} makes one when there is none, without a lock: two threads may make one each,
 * and what the first one has put into its queue is not found in the other (for a resource that is removed, {@code
 * removeSourceEvents} looks there), and its thread stays for ever. Three races: the read in 520, the write in 521 and
 * the read in 522. A null dereference does not come of it, as nobody sets the field to null.
 *
 * @outcome [exit:0] one queue
 * @outcome [exit:0] two queues
 */
public class JigsawEvents {
    public static void main(String[] args) throws Exception {
        StoreOfOne store = new StoreOfOne();
        ResourceEventQueue[] got = new ResourceEventQueue[1];
        Thread client = new Thread(() -> got[0] = store.manager().getEventQueue(), "client");
        client.start();
        ResourceEventQueue own = store.manager().getEventQueue();
        client.join();
        store.out().println(own == got[0] ? "one queue" : "two queues");
        Runtime.getRuntime().halt(0);
    }
}

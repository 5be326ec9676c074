/**
 * The store of resources is opened in a new directory, and shut down.
 *
 * <p>Its thread ({@code StoreManagerSweeper}) waits in {@code waitEvent} until it is notified, whatever has happened
 * before; {@code shutdown} sets {@code killed} and notifies. Where the thread comes to its {@code wait} only then, as
 * it is slow to start or has just looked at {@code killed} for another event, nobody notifies it again: it stays for
 * ever, and as it is no daemon, so does the JVM. (It should look at {@code killed} under the monitor before it
 * waits.)
 *
 * @violation deadlock StoreSweeper waits to be notified
 * @outcome shut down
 * @outcome [deadlock] shut down
 */
public class JigsawSweeper {
    public static void main(String[] args) throws Exception {
        StoreOfOne store = new StoreOfOne();
        store.manager().shutdown();
        store.out().println("shut down");
    }
}

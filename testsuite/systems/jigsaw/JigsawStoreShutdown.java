/**
 * A client uses the root of the store ({@link StoreOfOne#use}), which is shut down meanwhile, as the server does at
 * its end while requests are under way. It may get the root, or be told that there is none ({@code none}); else it
 * dies of one of five null dereferences ({@code null}), as {@code NewStoreEntry.shutdownStore} and {@code
 * ResourceStoreImpl.shutdown} take away what {@code NewReference.lock} uses without their monitors, and do not ask
 * whether a reference is locked:
 *
 * <ul>
 * <li>{@code NewStoreEntry.getStore} finds a store (242), reads it again to return it (252), and returns {@code
 *     null}: {@code NewReference.lock} (79).
 * <li>{@code ResourceStoreImpl.markUsed} finds a manager (126), which {@code shutdown} (433) sets to null, and calls
 *     it (127).
 * <li>{@code ResourceStoreImpl.lookupResource} has loaded the resources (213), which {@code shutdown} (432) sets to
 *     null, and looks there (215).
 * <li>{@code ResourceIndex.getResource} (66) returns what {@code unloadResource} (72) has set to null: {@code lock}
 *     returns {@code null}, and who has locked it asks that for its identifier.
 * <li>The resource is unloaded after it was locked: {@code Resource.notifyUnload} (665) has dropped its values,
 *     {@code AttributeHolder.getValue} (216).
 * </ul>
 *
 * <p>Seven races, all of them between {@code shutdown} and {@code lock}: these lines. In the server the thread of a
 * client dies (it catches that), and the request is not answered.
 *
 * <p>The deadlock: {@code shutdown} has the manager and asks the entry for its key ({@code AttributeHolder.getValue},
 * 214), the client has the entry ({@code loadResource}, 292) and counts a loaded store in the manager ({@code
 * incrLoadedStore}, 534). The server does not end then. It is found with the thread of the store waiting for a
 * notification ({@link JigsawSweeper}), and with that thread ended.
 *
 * @violation null-dereference "<local1>" is null
 * @violation null-dereference "this.manager" is null
 * @violation null-dereference "this.resources" is null
 * @violation null-dereference ResourceReference.lock()" is null
 * @violation null-dereference "this.values" is null
 * @violation deadlock main waits for lock NewStoreEntry#1 held by client
 * @outcome [exit:0] root
 * @outcome [exit:0] none
 * @outcome [exit:0] null
 * @outcome [deadlock]
 */
public class JigsawStoreShutdown {
    public static void main(String[] args) throws Exception {
        StoreOfOne store = new StoreOfOne();
        String[] got = new String[1];
        Thread client = new Thread(() -> got[0] = store.use(), "client");
        client.start();
        store.manager().shutdown();
        client.join();
        store.out().println(got[0]);
        Runtime.getRuntime().halt(0);
    }
}

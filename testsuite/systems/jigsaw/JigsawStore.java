/**
 * Two clients use the root of one store at once ({@link StoreOfOne#use}). Both get it: the entry of the store makes the
 * reference under its monitor, and the count of its users has the monitor of the identifier. No races.
 *
 * @outcome [exit:0] root root
 */
public class JigsawStore {
    public static void main(String[] args) throws Exception {
        StoreOfOne store = new StoreOfOne();
        String[] got = new String[2];
        Thread[] clients = new Thread[got.length];
        for (int i = 0; i < got.length; i++) {
            int me = i;
            clients[i] = new Thread(() -> got[me] = store.use(), "client-" + i);
            clients[i].start();
        }
        for (Thread client : clients) {
            client.join();
        }
        store.out().println(got[0] + " " + got[1]);
        Runtime.getRuntime().halt(0);
    }
}

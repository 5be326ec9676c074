/**
 * A daemon waits for ever in a loop; the program ends without it.
 */
public class SpinDaemon {
    static volatile boolean never;

    public static void main(String[] args) {
        Thread t1 = new Thread(() -> {
            while (!never) {
            }
        });
        t1.setDaemon(true);
        t1.start();
        System.out.println("end");
    }
}

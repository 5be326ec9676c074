/**
 * A field of an interface is shared by all that implement it.
 *
 * Possible: 0, 1.
 */
public class InterfaceField {
    interface Shared {
        int[] BOX = {0};
    }

    static final class Writer extends Thread implements Shared {
        @Override
        public void run() {
            BOX[0] = 1;
        }
    }

    static int r;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                Thread w = new Writer();
                w.start();
                r = Shared.BOX[0];
                try {
                    w.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        t1.start();
        t1.join();
        System.out.println(r);
    }
}

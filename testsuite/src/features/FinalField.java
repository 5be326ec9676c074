/**
 * A final field is read as what the constructor wrote.
 *
 * Possible: -1 (not published yet), 5. Not possible: 0.
 */
public class FinalField {
    static final class Box {
        final int v;

        Box(int v) {
            this.v = v;
        }
    }

    static Box box;
    static int r;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                box = new Box(5);
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                Box b = box;
                r = b == null ? -1 : b.v;
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r);
    }
}

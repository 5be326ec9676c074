/**
 * The bug of an electron microscope's software, N rounds of both threads: one thread publishes a new point again and again, the other one
 * looks at the current one.
 *
 * <p>A point is complete before it is published, unless writes to different locations are reordered: no error under SC and TSO, an error under PSO, however many
 * rounds there are. The second thread goes on after it has seen the error and fails at its end.
 */
public class ExamplePoints {
    static final class Point {
        int x;
        int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    static Point current = new Point(1, 2);

    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        Thread t1 = new Thread() {
            @Override
            public void run() {
                for (int i = 0; i < rounds; i++) {
                    current = new Point(current.x + 1, current.y + 1);
                }
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                boolean error = false;
                for (int i = 0; i < rounds; i++) {
                    Point p = current;
                    if (p.x + 1 != p.y) {
                        error = true;
                    }
                }
                if (error) {
                    throw new IllegalStateException("a point is not complete");
                }
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("done");
    }
}

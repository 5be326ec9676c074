/**
 * The bug of an electron microscope's software, as simplified by the papers on maximal causality under PSO, N rounds of both threads: the object
 * is taken for complete when z is 1.
 *
 * <p>With one round: z is 1 only after x = 2 and y = 3, unless writes to different locations are reordered: no error under SC and TSO, an
 * error under PSO. 2 behaviours under SC and TSO, 10 under PSO.
 *
 * <p>With two rounds there is an error under SC already, whatever the papers say: the second thread sees the 1 of the first round, then the first one
 * begins the second round with z = 0, x = 0, and x is read. Without the two writes of 0, which stand for a new object, there would be none; the program with
 * objects is {@code ExamplePoints}.
 *
 * <p>The second thread goes on after it has seen the error and fails at its end.
 */
public class Example {
    static int x, y, z;

    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        Thread t1 = new Thread() {
            @Override
            public void run() {
                for (int i = 0; i < rounds; i++) {
                    z = 0;
                    x = 0;
                    y = 0;
                    x = 2;
                    y = 3;
                    z = 1;
                }
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                String errors = "";
                for (int i = 0; i < rounds; i++) {
                    if (z == 1) {
                        if (x + 1 != y) {
                            errors += " " + x + "," + y;
                        }
                    }
                }
                if (!errors.isEmpty()) {
                    throw new IllegalStateException("not complete:" + errors);
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

/**
 * Lamport's bakery for two threads with bounded waiting: B rounds (the argument; 1 by default). An element greater than
 * the maximum so far is read twice.
 *
 * <p>Nothing fails; 194 behaviours under SC with B = 1. With {@code checked} after the number, each thread reads x back:
 * a thread that has waited too often goes on all the same, so it can be another's, and the exception is reachable.
 */
public class Bakery {
    static final int[] entering = new int[2];
    static final int[] number = new int[2];
    static int x;

    static final class Customer extends Thread {
        private final int i;
        private final int bound;
        private final boolean checked;

        Customer(int i, int bound, boolean checked) {
            this.i = i;
            this.bound = bound;
            this.checked = checked;
        }

        @Override
        public void run() {
            int n1 = 0;
            int n2 = 0;
            entering[i] = 1;
            int max = 0;
            for (int k = 0; k < 2; k++) {
                if (number[k] > max) {
                    max = number[k];
                }
            }
            number[i] = 1 + max;
            entering[i] = 0;
            for (int j = 0; j < 2; j++) {
                while (entering[j] == 1) {
                    if (n1++ > bound) {
                        break;
                    }
                }
                while (number[j] != 0 && number[j] < number[i]) {
                    if (n2++ > bound) {
                        break;
                    }
                }
            }
            x = i + 1;
            if (checked && x != i + 1) {
                throw new IllegalStateException("customer " + (i + 1) + " is not alone");
            }
            number[i] = 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int bound = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        boolean checked = args.length > 1 && args[1].equals("checked");
        Thread t1 = new Customer(0, bound, checked);
        Thread t2 = new Customer(1, bound, checked);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("done");
    }
}

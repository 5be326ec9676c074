/**
 * Lamport's bakery for two threads with bounded waiting (bounds 1). An element greater than the maximum so far is read
 * twice. Nothing fails; 194 behaviours under SC.
 */
public class Bakery {
    static final int B = 1;
    static final int[] entering = new int[2];
    static final int[] number = new int[2];
    static int x;

    static final class Customer extends Thread {
        private final int i;

        Customer(int i) {
            this.i = i;
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
                    if (n1++ > B) {
                        break;
                    }
                }
                while (number[j] != 0 && number[j] < number[i]) {
                    if (n2++ > B) {
                        break;
                    }
                }
            }
            x = i + 1;
            number[i] = 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Customer(0);
        Thread t2 = new Customer(1);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("done");
    }
}

/**
 * N threads (the argument; 4 by default) do one pass of bubble sort each over one array of N + 1 elements, which begins in reverse order.
 *
 * <p>Each pass is one critical section and changes the array, until N passes have sorted it. So a thread can tell how many came before it: N! behaviours, N * N
 * local ones and that of main. No race. With the argument {@code unlocked} after the number, the passes do not exclude each other.
 */
public class BubbleSort {
    static int[] array;

    static void pass() {
        for (int i = 0; i + 1 < array.length; i++) {
            if (array[i] > array[i + 1]) {
                int larger = array[i];
                array[i] = array[i + 1];
                array[i + 1] = larger;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        boolean locked = args.length < 2 || !args[1].equals("unlocked");
        array = new int[n + 1];
        for (int i = 0; i <= n; i++) {
            array[i] = n + 1 - i;
        }
        Object lock = array;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(() -> {
                if (locked) {
                    synchronized (lock) {
                        pass();
                    }
                } else {
                    pass();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        StringBuilder text = new StringBuilder();
        for (int element : array) {
            text.append(element);
        }
        System.out.println(text);
    }
}

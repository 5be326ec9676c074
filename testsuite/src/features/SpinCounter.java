/**
 * Loops that read the same again and again, but count: they end by themselves and nobody waits in them.
 */
public class SpinCounter {
    static int x;
    static int[] ones = {1, 1, 1};

    static int poll() {
        int seen;
        do {
            seen = x;
        } while (seen == 5);
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> x = 1);
        t1.start();
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += poll();
        }
        for (int one : ones) {
            sum += one * 10;
        }
        int[] mine = new int[1];
        while (mine[0] < 2) {
            sum += x == 5 ? 1 : 0;
            mine[0]++;
        }
        t1.join();
        System.out.println(sum);
    }
}

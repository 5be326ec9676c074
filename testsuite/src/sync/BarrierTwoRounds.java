import java.util.concurrent.CyclicBarrier;

/**
 * A barrier can be passed again and again. Its action runs once for each round, before anybody goes on, and the next round
 * needs both: so each thread sees 1 after the first round and 2 after the second.
 */
public class BarrierTwoRounds {
    static int rounds;
    static final CyclicBarrier barrier = new CyclicBarrier(2, () -> rounds++);
    static final int[] seen = new int[4];

    static void pass(int at) throws Exception {
        barrier.await();
        seen[at] = rounds;
        barrier.await();
        seen[at + 1] = rounds;
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> pass(0), () -> pass(2));
        System.out.println(seen[0] + " " + seen[1] + " " + seen[2] + " " + seen[3] + " | " + rounds);
    }
}

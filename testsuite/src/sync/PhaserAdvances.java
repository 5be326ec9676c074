import java.util.concurrent.Phaser;

/**
 * Two parties go through two phases together. arriveAndAwaitAdvance returns the number of the next phase, which needs both.
 */
public class PhaserAdvances {
    static final Phaser phaser = new Phaser(2);
    static final int[] seen = new int[4];

    static void pass(int at) {
        seen[at] = phaser.arriveAndAwaitAdvance();
        seen[at + 1] = phaser.arriveAndAwaitAdvance();
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> pass(0), () -> pass(2));
        System.out.println(seen[0] + " " + seen[1] + " " + seen[2] + " " + seen[3]);
    }
}

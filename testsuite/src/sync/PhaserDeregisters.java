import java.util.concurrent.Phaser;

/**
 * Who deregisters has arrived, and is not waited for any more. When the last party has left, the phaser is terminated.
 */
public class PhaserDeregisters {
    static final Phaser phaser = new Phaser(1);
    static int x;

    public static void main(String[] args) {
        phaser.register();
        Par.start(() -> {
            x = 1;
            phaser.arriveAndDeregister();
        });
        int phase = phaser.arriveAndAwaitAdvance();
        String result = phase + " " + x + " " + phaser.getRegisteredParties() + " ";
        phaser.arriveAndDeregister();
        System.out.println(result + phaser.isTerminated());
    }
}

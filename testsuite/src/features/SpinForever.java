/**
 * Two threads wait in loops, each for what the other would set afterwards.
 */
public class SpinForever {
    static volatile boolean a, b;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            while (!b) {
                Thread.onSpinWait();
            }
            a = true;
        });
        t1.start();
        do {
            Thread.yield();
        } while (!a);
        b = true;
        System.out.println("not reached");
    }
}

/** The holder idiom, and an interrupt. */
public class OrderedByInitialiser {
    static int made;

    static final class Holder {
        static final int[] VALUE = {++made};
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            int seen = Holder.VALUE[0];
            Thread.currentThread().isInterrupted();
        });
        other.start();
        other.interrupt();
        System.out.println(Holder.VALUE[0]);
        other.join();
    }
}

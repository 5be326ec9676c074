/** Threads that share one element of an array. */
public class RacyElement {
    static final int[] shared = new int[3];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            shared[1] = 5;
            shared[0] = 6;
        });
        other.start();
        shared[2] = 7;
        System.out.println(shared[0]);
        other.join();
    }
}

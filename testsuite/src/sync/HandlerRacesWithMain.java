/**
 * What a handler does is a part of the thread like any other: main's read comes before or after its write.
 */
public class HandlerRacesWithMain {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            throw new IllegalStateException("boom");
        });
        t.setUncaughtExceptionHandler((thread, e) -> x = 1);
        t.start();
        int seen = x;
        t.join();
        System.out.println(seen);
    }
}

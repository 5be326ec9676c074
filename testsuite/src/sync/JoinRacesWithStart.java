/**
 * join does not wait for a thread that has not been started. One thread joins another one that main starts meanwhile: it may come too early and
 * read 0, or it waits for the end and reads 1.
 */
public class JoinRacesWithStart {
    static int x;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.thread(() -> x = 1);
        Thread joiner = Par.start(() -> {
            t.join();
            seen = x;
        });
        t.start();
        joiner.join();
        t.join();
        System.out.println(seen);
    }
}

/**
 * holdsLock is about the calling thread alone, and counts how deep it is.
 */
public class HoldsLock {
    static final Object m = new Object();
    static boolean other;

    public static void main(String[] args) throws InterruptedException {
        String result = Thread.holdsLock(m) + " ";
        synchronized (m) {
            synchronized (m) {
                result += Thread.holdsLock(m) + " ";
            }
            result += Thread.holdsLock(m) + " ";
            Thread t = Par.start(() -> other = Thread.holdsLock(m));
            t.join();
            result += other + " ";
        }
        System.out.println(result + Thread.holdsLock(m));
    }
}

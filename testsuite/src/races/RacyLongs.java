/** Longs are no safer than ints. */
public class RacyLongs {
    static long common;
    long own;

    public static void main(String[] args) throws InterruptedException {
        RacyLongs object = new RacyLongs();
        Thread other = new Thread(() -> {
            common = -1;
            object.own = -2;
        });
        other.start();
        long seen = common;
        System.out.println(seen + object.own);
        other.join();
    }
}

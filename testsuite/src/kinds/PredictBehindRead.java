/**
 * Two threads write {@code place} without a lock, each beside a section under the lock; in a run of one after the other the second one finds what
 * the first one has left there.
 *
 * <p>With that value the first one is past its write whenever the second one comes to its own, so nothing less than another value shows the race.
 * {@code kept}: nothing depends on the value. {@code branch}: it decides whether the second one writes, which it does only behind the first one.
 * {@code index}: it decides where, and there is a race only with another place. {@code counted}: as the first, through a method and a counter that
 * nobody reads.
 */
public class PredictBehindRead {
    private static final Object lock = new Object();
    private static int found;
    private static int place;
    private static final int[] places = new int[2];
    private static int counter;

    static void count(int by) {
        counter += by;
    }

    static void second(String how) {
        int seen;
        synchronized (lock) {
            seen = found;
        }
        switch (how) {
            case "kept" -> place = 2;
            case "branch" -> {
                if (seen == 1) {
                    place = 3;
                }
            }
            case "index" -> places[seen] = 4;
            default -> {
                count(seen);
                place = 5;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        String how = args[0];
        Thread first = new Thread(() -> {
            if (how.equals("index")) {
                places[1] = 1;
            } else {
                place = 1;
            }
            synchronized (lock) {
                found = 1;
            }
        });
        Thread second = new Thread(() -> second(how));
        first.start();
        second.start();
        first.join();
        second.join();
    }
}

import com.zaxxer.hikari.util.ConcurrentBag;

/**
 * A bag with one entry, which two threads borrow one after the other.
 *
 * @outcome 1 1 idle 1
 */
public class Hikari {
    static final class Entry implements ConcurrentBag.IConcurrentBagEntry {
        private final java.util.concurrent.atomic.AtomicInteger state = new java.util.concurrent.atomic.AtomicInteger();

        @Override
        public boolean compareAndSet(int expected, int now) {
            return state.compareAndSet(expected, now);
        }

        @Override
        public void setState(int now) {
            state.set(now);
        }

        @Override
        public int getState() {
            return state.get();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConcurrentBag<Entry> bag = new ConcurrentBag<>(waiting -> {});
        bag.add(new Entry());
        int[] got = new int[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                try {
                    Entry entry = bag.borrow(1000, java.util.concurrent.TimeUnit.DAYS);
                    got[me] = 1;
                    bag.requite(entry);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(got[0] + " " + got[1] + " idle " + bag.getCount(ConcurrentBag.IConcurrentBagEntry.STATE_NOT_IN_USE));
    }
}

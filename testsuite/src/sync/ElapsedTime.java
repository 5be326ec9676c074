/** What clocks show agrees with what has passed, also for who has not waited for a time itself. */
public class ElapsedTime {
    public static void main(String[] args) throws InterruptedException {
        long nanos = System.nanoTime();
        long millis = System.currentTimeMillis();
        Thread sleeper = Par.start(() -> {
            long begin = System.nanoTime();
            Thread.sleep(20);
            if (System.nanoTime() - begin < 20_000_000) {
                throw new AssertionError("slept too little");
            }
        });
        Thread other = Par.start(() -> Thread.sleep(15));
        other.join();
        long middle = System.nanoTime() - nanos;
        sleeper.join();
        long all = System.nanoTime() - nanos;
        long allMillis = System.currentTimeMillis() - millis;
        // The sleeps have been side by side; a question takes a microsecond.
        System.out.println(middle / 1_000_000 + " " + all / 1_000_000 + " " + allMillis);
    }
}

/** Sleeps of different lengths end in the order of their lengths, whoever begins first. */
public class SleepSort {
    static final StringBuilder SORTED = new StringBuilder();

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {sleeper(30), sleeper(10), sleeper(20)};
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(SORTED.toString().trim());
    }

    static Thread sleeper(int millis) {
        return Par.start(() -> {
            Thread.sleep(millis);
            synchronized (SORTED) {
                SORTED.append(millis).append(' ');
            }
        });
    }
}

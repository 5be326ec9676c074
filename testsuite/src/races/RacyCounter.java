/** Two threads count without a lock. */
public class RacyCounter {
    static int count;

    static void add() {
        int seen = count;
        count = seen + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(RacyCounter::add);
        other.start();
        add();
        other.join();
        System.out.println(count);
    }
}

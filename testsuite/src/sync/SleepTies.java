/** Of two sleeps that end at the same time any may be over first; what comes after it is not ordered either. A longer one is over after both. */
public class SleepTies {
    static final StringBuffer LOG = new StringBuffer();
    static int lost;

    public static void main(String[] args) throws InterruptedException {
        Thread a = Par.start(() -> add("a", 10));
        Thread b = Par.start(() -> add("b", 10));
        Thread.sleep(11);
        a.join();
        b.join();
        System.out.println(LOG + " " + lost);
    }

    static void add(String name, int millis) throws InterruptedException {
        Thread.sleep(millis);
        LOG.append(name);
        lost = lost + 1;
    }
}

/**
 * A join with a time limit does not give up while the thread can go on: it sees its end.
 */
public class TimedJoinSucceeds {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.start(() -> x = 1);
        t.join(60_000);
        System.out.println(t.isAlive() + " " + x);
    }
}

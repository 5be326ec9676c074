/**
 * A thread is alive from its start to its end: never before, never after a join, and in between either.
 */
public class AliveBetweenStartAndEnd {
    public static void main(String[] args) throws InterruptedException {
        Thread t = Par.thread(() -> { });
        boolean before = t.isAlive();
        t.start();
        boolean between = t.isAlive();
        t.join();
        System.out.println(before + " " + between + " " + t.isAlive());
    }
}

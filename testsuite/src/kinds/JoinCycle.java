/**
 * Two threads wait for the end of each other, after main has ended.
 *
 * Possible: a deadlock (both have been started when each asks), or a normal end (the first asks before the second is started, which does not count
 * as alive). It is no thread leak: they wait in a circle.
 */
public class JoinCycle {
    static Thread first, second;

    public static void main(String[] args) {
        first = new Thread(() -> join(second), "first");
        second = new Thread(() -> join(first), "second");
        first.start();
        second.start();
        System.out.println("started");
    }

    static void join(Thread other) {
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

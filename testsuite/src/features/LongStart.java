/**
 * A program that does more before it starts its threads than an execution may do with them: 30,000 reads and writes of a static field, three
 * times the default of max-events. They cost no budget, so everything is explored. The two increments of one thread each, not atomic, can
 * lose one: the field ends as 15001 or 15002.
 */
public class LongStart {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 15_000; i++) {
            x++;
        }
        Thread one = new Thread(() -> x++);
        Thread other = new Thread(() -> x++);
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(x);
    }
}

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A ticket lock: who comes draws a number and waits in a loop until it is served.
 */
public class TicketLock {
    static final AtomicInteger tickets = new AtomicInteger();
    static volatile int serving;
    static int inside, order;

    static void once(int who) {
        int mine = tickets.getAndIncrement();
        while (serving != mine) {
        }
        inside++;
        assert inside == 1;
        order = order * 10 + who;
        inside--;
        serving = mine + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> once(1));
        Thread t2 = new Thread(() -> once(2));
        t1.start();
        t2.start();
        once(3);
        t1.join();
        t2.join();
        System.out.println(order);
    }
}

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/**
 * Two threads count in memory that JNA has allocated: in a monitor at its start, and without one behind it. Each
 * publishes memory of its own as well.
 *
 * @outcome 2 2 1 2
 * @outcome 2 1 1 2
 */
public class JnaMemory {
    static final Memory SHARED = new Memory(8);
    static final Pointer[] OWN = new Pointer[2];

    static void count(int number) {
        synchronized (SHARED) {
            SHARED.setInt(0, SHARED.getInt(0) + 1);
        }
        SHARED.setInt(4, SHARED.getInt(4) + 1);
        Memory own = new Memory(4);
        own.setInt(0, number);
        OWN[number - 1] = own;
    }

    public static void main(String[] args) throws InterruptedException {
        SHARED.clear();
        Thread t1 = new Thread(() -> count(1));
        Thread t2 = new Thread(() -> count(2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(SHARED.getInt(0) + " " + SHARED.getInt(4) + " " + OWN[0].getInt(0) + " "
                + OWN[1].getInt(0));
    }
}

import java.util.concurrent.Callable;

/**
 * Lambdas initialise the interfaces that they implement, in each execution and once, also where classes stay: what the
 * initialisers have made is new in each. One of the interfaces inherits from another one, one makes a lambda
 * of its own kind, one has no default method and is initialised by who uses its field. The number that is printed first
 * is what main finds in the variable that the thread writes, 0 or 1; the other ones are 1, as each counter is asked once.
 */
public class LambdasInitialiseAgain {
    interface Counter {
        int[] COUNT = new int[1];

        int get();

        default int next() {
            return COUNT[0] += get();
        }
    }

    interface Inherited extends Counter, Callable<Integer> {
        int[] OTHER = new int[1];

        default int get() {
            return 1;
        }

        default int other() throws Exception {
            return OTHER[0] += call();
        }
    }

    interface OfItself {
        int[] COUNT = new int[1];
        OfItself NONE = () -> 1;

        int get();

        default int next() {
            return COUNT[0] += NONE.get() * get();
        }
    }

    interface WithoutDefault {
        int[] COUNT = new int[1];

        int get();
    }

    static volatile int shared;

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> shared = 1);
        writer.start();
        int seen = shared;
        int added = seen;
        Counter counter = () -> 1;
        Inherited inherited = () -> 1;
        OfItself itself = () -> 1 + 0 * added;
        WithoutDefault without = () -> 1;
        WithoutDefault.COUNT[0] += without.get();
        writer.join();
        System.out.println(seen + " " + counter.next() + " " + inherited.other() + " " + itself.next() + " "
                + WithoutDefault.COUNT[0]);
    }
}

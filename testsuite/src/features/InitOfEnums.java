import java.util.EnumMap;
import java.util.EnumSet;

/**
 * Enums whose static initialisers others see, begun by {@code Enum.valueOf}, {@code EnumSet}, {@code EnumMap} and {@code getEnumConstants} in two
 * threads at once: one of them runs the initialiser, the other one waits for its end. The JDK asks an enum for its constants once for all threads, which no
 * thread can tell.
 *
 * Only outcome: each initialiser prints once, in this order.
 */
public class InitOfEnums {
    static int made;

    enum Named {
        A, B;

        static {
            System.out.println("named " + ++made);
        }
    }

    enum InSet {
        A, B;

        static {
            System.out.println("set " + ++made);
        }
    }

    enum InMap {
        A, B;

        static {
            System.out.println("map " + ++made);
        }
    }

    enum Listed {
        A, B;

        static {
            System.out.println("listed " + ++made);
        }
    }

    static void race(Runnable route) throws InterruptedException {
        Thread first = new Thread(route);
        Thread second = new Thread(route);
        first.start();
        second.start();
        first.join();
        second.join();
    }

    static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        race(() -> check(Enum.valueOf(Named.class, "B").ordinal() == 1));
        race(() -> check(EnumSet.allOf(InSet.class).size() == 2));
        race(() -> check(new EnumMap<InMap, String>(InMap.class).isEmpty()));
        race(() -> check(Listed.class.getEnumConstants().length == 2));
        System.out.println(made);
    }
}

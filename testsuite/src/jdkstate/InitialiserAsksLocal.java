/**
 * A static initialiser reads a thread local of whoever runs it, and another one sets one: only in that thread it has the value then. One local is of the
 * JDK's class, the other one of a subclass.
 *
 * Possible: whoever needs {@code Reads} first gives the value its name, and whoever needs {@code Sets} first, be it the same thread or the other one, has the
 * second local set: "A1null A1set null", "A1set A1null null", "B1null B1set null", "B1set B1null null".
 */
public class InitialiserAsksLocal {
    static final class Named extends ThreadLocal<String> {
        @Override
        protected String initialValue() {
            return Thread.currentThread().getName();
        }
    }

    static final ThreadLocal<String> PLAIN = new ThreadLocal<>();
    static final Named NAMED = new Named();
    static String a, b;

    static class Reads {
        static final String VALUE = NAMED.get();
    }

    static class Sets {
        static final int DONE;

        static {
            PLAIN.set("set");
            DONE = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> a = Reads.VALUE + Sets.DONE + PLAIN.get(), "A");
        Thread second = new Thread(() -> b = Reads.VALUE + Sets.DONE + PLAIN.get(), "B");
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(a + " " + b + " " + PLAIN.get());
    }
}

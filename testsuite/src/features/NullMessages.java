import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/**
 * A {@code NullPointerException} says what was null, and for what (JEP 358), also where a hook has taken the place of the instruction: entering a
 * monitor, waiting and notifying, hash codes, copies of arrays. What fails in the JVM's class for a method reference has no message.
 *
 * Possible: one outcome, what a plain JVM prints.
 */
public class NullMessages {
    interface Failing {
        void run() throws Throwable;
    }

    static Object object;
    static String text;
    static int[] array;
    NullMessages next;

    static Object nothing() {
        return null;
    }

    static void show(Failing failing) {
        try {
            failing.run();
            System.out.println("nothing thrown");
        } catch (Throwable e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    static void enterLocal(Object given) {
        Object mine = given;
        synchronized (mine) {
            System.out.println("entered");
        }
    }

    static void enterElement(NullMessages[] all, int index) {
        synchronized (all[index].next.next) {
            System.out.println("entered");
        }
    }

    static void enterElementAt(NullMessages[][] all, int[] indices) {
        synchronized (all[1][indices[0]]) {
            System.out.println("entered");
        }
    }

    static void either(boolean first) {
        (first ? object : text).hashCode();
    }

    static void choose(String which) {
        switch (which) {
            case "a":
                System.out.println("a");
                break;
            default:
                System.out.println("other");
        }
    }

    public static void main(String[] args) {
        show(() -> {
            synchronized (object) {
                System.out.println("entered");
            }
        });
        show(() -> {
            synchronized (nothing()) {
                System.out.println("entered");
            }
        });
        show(() -> enterLocal(null));
        NullMessages made = new NullMessages();
        made.next = new NullMessages();
        show(() -> enterElement(new NullMessages[] {made}, 0));
        show(() -> enterElementAt(new NullMessages[2][1], new int[1]));
        show(() -> object.hashCode());
        show(() -> text.hashCode());
        show(() -> nothing().hashCode());
        show(() -> ((Enum<?>) object).hashCode());
        show(() -> ((List<?>) object).hashCode());
        show(() -> either(true));
        show(() -> choose(text));
        show(() -> object.wait());
        show(() -> object.wait(1));
        show(() -> object.wait(-1));
        show(() -> object.notify());
        show(() -> object.notifyAll());
        show(() -> array.clone());
        show(() -> new Object[1][0].clone());
        show(() -> ((Thread) object).isAlive());
        show(() -> new Object().wait());
        show(() -> new Object().notify());
        Function<Object, Integer> hash = Object::hashCode;
        show(() -> hash.apply(null));
        ToIntFunction<String> length = String::length;
        show(() -> length.applyAsInt(null));
        IntSupplier inside = () -> object.hashCode();
        show(() -> inside.getAsInt());
    }
}

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A thread makes an object and publishes it by a plain write; another one looks at it, if it is there already. The argument says
 * what kind of object.
 *
 * <p>SC, TSO: there is none, or it is complete. PSO: what was written to it may come after the reference, unless a barrier is between
 * them: the end of a constructor that writes a final field, a fence, a release write.
 */
public class Publication {
    static class Plain {
        int value = 7;
    }

    static class Final {
        final int value;

        Final() {
            value = 7;
        }
    }

    /** The barrier is for all that was written before. */
    static class PlainAndFinal {
        int value;
        final int other;

        PlainAndFinal() {
            value = 7;
            other = 8;
        }
    }

    static class Volatile {
        volatile int value = 7;
    }

    static class Twice implements Cloneable {
        int value;

        Twice() {
            value = 1;
            value = 2;
        }

        @Override
        protected Object clone() {
            try {
                return super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Node {
        Plain inner = new Plain();
    }

    static Object shared;

    static void run(Supplier<Object> make, Function<Object, Object> look) throws InterruptedException {
        Object[] seen = new Object[1];
        Thread writer = new Thread(() -> shared = make.get());
        Thread reader = new Thread(() -> {
            Object found = shared;
            seen[0] = found == null ? "none" : look.apply(found);
        });
        writer.start();
        reader.start();
        writer.join();
        reader.join();
        System.out.println(seen[0]);
    }

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "plain":
                run(Plain::new, o -> ((Plain) o).value);
                break;
            case "final":
                run(Final::new, o -> ((Final) o).value);
                break;
            case "plainAndFinal":
                run(PlainAndFinal::new, o -> ((PlainAndFinal) o).value);
                break;
            case "volatile":
                run(Volatile::new, o -> ((Volatile) o).value);
                break;
            case "twice":
                run(Twice::new, o -> ((Twice) o).value);
                break;
            case "clone":
                run(() -> new Twice().clone(), o -> ((Twice) o).value);
                break;
            case "node":
                run(Node::new, o -> {
                    Plain inner = ((Node) o).inner;
                    return inner == null ? "empty" : inner.value;
                });
                break;
            case "array":
                run(() -> new int[] {3, 4}, o -> ((int[]) o)[0] + " " + ((int[]) o)[1]);
                break;
            case "arrayClone":
                run(() -> new int[] {0, 4}.clone(), o -> ((int[]) o)[1]);
                break;
            case "arraycopy":
                run(() -> {
                    int[] to = new int[2];
                    System.arraycopy(new int[] {0, 4}, 0, to, 0, 2);
                    return to;
                }, o -> ((int[]) o)[1]);
                break;
            case "barrier":
                run(() -> {
                    Plain made = new Plain();
                    java.lang.invoke.VarHandle.storeStoreFence();
                    return made;
                }, o -> ((Plain) o).value);
                break;
            case "changedBehindBarrier":
                run(() -> {
                    Plain made = new Plain();
                    java.lang.invoke.VarHandle.releaseFence();
                    made.value = 9;
                    return made;
                }, o -> ((Plain) o).value);
                break;
            case "listOf":
                run(() -> List.of(new Plain()), o -> ((Plain) ((List<?>) o).get(0)).value);
                break;
            case "atomic":
                run(() -> new AtomicInteger(5), o -> ((AtomicInteger) o).get());
                break;
            case "gc":
                run(() -> {
                    Plain made = new Plain();
                    System.gc();
                    return made;
                }, o -> ((Plain) o).value);
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }
}

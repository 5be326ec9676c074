import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Loops that wait and make objects in each round, which nobody has when the next one begins; or that keep some of them,
 * by the number of which it shows how many rounds there were.
 */
public class SpinMakes {
    static final int MOST = 3;

    static class Cell {
        int value;
        Cell next;

        Cell(Cell next) {
            this.next = next;
            value = next == null ? 1 : next.value + 1;
        }
    }

    static final ThreadLocal<Cell> LOCAL = new ThreadLocal<>();
    static final ThreadLocal<String> TEXT = new ThreadLocal<>();
    static final AtomicReference<Object> PLACE = new AtomicReference<>("taken");
    static volatile boolean done;

    static boolean isDone(Cell cell) {
        cell.value += cell.next.value;
        return done && cell.value > 0;
    }

    private static int wait(String kind) {
        switch (kind) {
            case "object":
                while (!isDone(new Cell(new Cell(null)))) {
                }
                return 0;
            case "array":
                for (;;) {
                    boolean[] seen = new boolean[2];
                    seen[1] = done;
                    if (seen[1]) {
                        return 0;
                    }
                }
            case "iterator": {
                List<Integer> numbers = List.of(1, 2);
                int sum = 0;
                while (!done) {
                    sum = 0;
                    for (Iterator<Integer> all = numbers.iterator(); all.hasNext();) {
                        sum += all.next();
                    }
                }
                return 0;
            }
            case "local":
                while (!done) {
                    TEXT.set("some");
                    TEXT.remove();
                }
                return TEXT.get() == null ? 0 : 1;
            case "offered":
                // Each time another object, of which only the last comes to be seen.
                while (!PLACE.compareAndSet(null, new Object())) {
                }
                return PLACE.get() == null ? 1 : 0;
            case "kept": {
                Cell last = null;
                while (!done) {
                    if (last == null || last.value < MOST) {
                        last = new Cell(last);
                    }
                }
                return last == null ? 0 : last.value;
            }
            case "keptByOlder": {
                Cell first = new Cell(null);
                while (!done) {
                    if (first.next == null || first.next.value < MOST) {
                        first.next = new Cell(first.next);
                    }
                }
                return first.next == null ? 0 : first.next.value;
            }
            case "keptByLocal":
                while (!done) {
                    Cell last = LOCAL.get();
                    if (last == null || last.value < MOST) {
                        LOCAL.set(new Cell(last));
                    }
                }
                return LOCAL.get() == null ? 0 : LOCAL.get().value;
            case "keptInArray": {
                Cell[] cells = new Cell[MOST];
                int free = 0;
                while (!done) {
                    free = 0;
                    while (free < MOST && cells[free] != null) {
                        free++;
                    }
                    if (free < MOST) {
                        cells[free] = new Cell(null);
                    }
                }
                return (int) List.of(cells[0] != null, cells[1] != null, cells[2] != null).stream().filter(b -> b)
                        .count();
            }
            case "keptInner": {
                // The inner loop waits, with what the round of the outer one has made.
                int rounds = 0;
                for (int i = 0; i < 2; i++) {
                    Cell cell = new Cell(null);
                    while (!done && cell.value < MOST) {
                        cell.value++;
                    }
                    rounds += cell.value - 1;
                }
                return rounds;
            }
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(() -> {
            done = true;
            if (args[0].equals("offered")) {
                PLACE.set(null);
            }
        });
        setter.start();
        System.out.println(wait(args[0]));
        setter.join();
    }
}

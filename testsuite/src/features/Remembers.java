import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/**
 * A thread calls a method four times that reads a variable and returns nothing of it, but keeps what it has read
 * somewhere where only this thread can find it; in the end it prints all four. Another thread writes 1 to 4 meanwhile.
 * So what is printed is any sequence of four numbers from 0 to 4 that does not go down, of which there are 70.
 */
public class Remembers {
    static volatile int x;
    static final ThreadLocal<int[]> LOCAL = ThreadLocal.withInitial(() -> new int[1]);
    static final ThreadLocal<Integer> NUMBER = new ThreadLocal<>();

    /** Keeps what is read, and tells it. */
    interface Memory {
        void read();

        int all();
    }

    static class Cell {
        int value;
        Cell next;
    }

    static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Cell.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static int digits(int before, int digit) {
        return before * 10 + digit;
    }

    static Memory memory(String kind) throws Exception {
        switch (kind) {
            case "array": {
                int[] all = new int[1];
                return of(() -> all[0] = digits(all[0], x), () -> all[0]);
            }
            case "field": {
                Cell cell = new Cell();
                return of(() -> cell.value = digits(cell.value, x), () -> cell.value);
            }
            case "list": {
                List<Integer> list = new ArrayList<>();
                return of(() -> list.add(x), () -> sum(list.iterator()));
            }
            case "deque": {
                ArrayDeque<Integer> deque = new ArrayDeque<>();
                return of(() -> deque.add(x), () -> sum(deque.iterator()));
            }
            case "map": {
                Map<String, Integer> map = new HashMap<>();
                return of(() -> map.merge("all", x, Remembers::digits), () -> map.get("all"));
            }
            case "builder": {
                StringBuilder text = new StringBuilder();
                return of(() -> text.append(x), () -> Integer.parseInt(text.toString()));
            }
            case "nodes": {
                Cell first = new Cell();
                return of(() -> {
                    Cell cell = new Cell();
                    cell.value = x;
                    last(first).next = cell;
                }, () -> sum(first.next));
            }
            case "atomic": {
                AtomicInteger all = new AtomicInteger();
                return of(() -> all.updateAndGet(old -> digits(old, x)), all::get);
            }
            case "handle": {
                Cell cell = new Cell();
                return of(() -> VALUE.setVolatile(cell, digits((int) VALUE.getVolatile(cell), x)), () -> cell.value);
            }
            case "reflection": {
                Cell cell = new Cell();
                Field value = Cell.class.getDeclaredField("value");
                return of(() -> {
                    try {
                        value.setInt(cell, digits(value.getInt(cell), x));
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                }, () -> cell.value);
            }
            case "copied": {
                int[] all = new int[1];
                return of(() -> System.arraycopy(new int[] {digits(all[0], x)}, 0, all, 0, 1), () -> all[0]);
            }
            case "filled": {
                int[] all = new int[1];
                return of(() -> Arrays.fill(all, digits(all[0], x)), () -> all[0]);
            }
            case "cloned": {
                int[][] all = {new int[1]};
                return of(() -> {
                    int[] copy = all[0].clone();
                    copy[0] = digits(copy[0], x);
                    all[0] = copy;
                }, () -> all[0][0]);
            }
            case "local":
                return of(() -> LOCAL.get()[0] = digits(LOCAL.get()[0], x), () -> LOCAL.get()[0]);
            case "localSet":
                NUMBER.set(0);
                return of(() -> NUMBER.set(digits(NUMBER.get(), x)), NUMBER::get);
            case "captured": {
                IntSupplier[] all = {() -> 0};
                return of(() -> {
                    IntSupplier before = all[0];
                    int read = x;
                    all[0] = () -> digits(before.getAsInt(), read);
                }, () -> all[0].getAsInt());
            }
            case "optional": {
                Optional<?>[] all = {Optional.of(0)};
                return of(() -> all[0] = Optional.of(digits((Integer) all[0].get(), x)), () -> (Integer) all[0].get());
            }
            case "random": {
                // How many numbers it has given.
                List<Random> generators = new ArrayList<>();
                return of(() -> {
                    Random generator = new Random(7);
                    for (int n = x; n > 0; n--) {
                        generator.nextInt();
                    }
                    generators.add(generator);
                }, () -> {
                    int all = 0;
                    for (Random generator : generators) {
                        all = digits(all, drawn(generator));
                    }
                    return all;
                });
            }
            case "iterator": {
                List<Iterator<Integer>> iterators = new ArrayList<>();
                return of(() -> {
                    Iterator<Integer> iterator = List.of(0, 1, 2, 3, 4).iterator();
                    for (int n = x; n > 0; n--) {
                        iterator.next();
                    }
                    iterators.add(iterator);
                }, () -> {
                    int all = 0;
                    for (Iterator<Integer> iterator : iterators) {
                        all = digits(all, iterator.next());
                    }
                    return all;
                });
            }
            case "locks": {
                ReentrantLock[] locks = new ReentrantLock[4];
                int[] reads = new int[1];
                Arrays.setAll(locks, n -> new ReentrantLock());
                return of(() -> {
                    ReentrantLock lock = locks[reads[0]++];
                    for (int n = x; n > 0; n--) {
                        lock.lock();
                    }
                }, () -> {
                    int all = 0;
                    for (ReentrantLock lock : locks) {
                        all = digits(all, lock.getHoldCount());
                    }
                    return all;
                });
            }
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    static Memory of(Runnable read, IntSupplier all) {
        return new Memory() {
            @Override
            public void read() {
                read.run();
            }

            @Override
            public int all() {
                return all.getAsInt();
            }
        };
    }

    static Cell last(Cell first) {
        return first.next == null ? first : last(first.next);
    }

    static int sum(Iterator<Integer> digits) {
        int all = 0;
        while (digits.hasNext()) {
            all = digits(all, digits.next());
        }
        return all;
    }

    static int sum(Cell first) {
        int all = 0;
        for (Cell cell = first; cell != null; cell = cell.next) {
            all = digits(all, cell.value);
        }
        return all;
    }

    static int drawn(Random generator) {
        int next = generator.nextInt();
        Random other = new Random(7);
        int n = 0;
        while (other.nextInt() != next) {
            n++;
        }
        return n;
    }

    /** Keeps it on the stack. */
    static int recursive(int calls, int before) {
        return calls == 0 ? before : recursive(calls - 1, digits(before, x));
    }

    /** Keeps it on the stack of callers that have yet to go on. */
    static int pending(int calls, int weight) {
        if (calls == 0) {
            return 0;
        }
        int read = x;
        return pending(calls - 1, weight / 10) + read * weight;
    }

    /** Exceptions bring it. */
    static int thrown() {
        int all = 0;
        for (int i = 0; i < 4; i++) {
            try {
                fail();
            } catch (IllegalStateException e) {
                all = digits(all, Integer.parseInt(e.getMessage()));
            }
        }
        return all;
    }

    static void fail() {
        throw new IllegalStateException(String.valueOf(x));
    }

    /** The loop that ends has it. */
    static int rounds() {
        int all = 0;
        for (int i = 0; i < 4; i++) {
            int n = 0;
            for (int read = x; n < read; n++) {
                Thread.yield();
            }
            all = digits(all, n);
        }
        return all;
    }

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= 4; i++) {
                x = i;
            }
        });
        writer.start();
        int all;
        switch (args[0]) {
            case "recursion":
                all = recursive(4, 0);
                break;
            case "pending":
                all = pending(4, 1000);
                break;
            case "thrown":
                all = thrown();
                break;
            case "rounds":
                all = rounds();
                break;
            default:
                Memory memory = memory(args[0]);
                for (int i = 0; i < 4; i++) {
                    memory.read();
                }
                all = memory.all();
        }
        System.out.print(all);
        writer.join();
    }
}

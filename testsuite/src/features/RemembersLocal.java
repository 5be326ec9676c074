/**
 * As {@link Remembers}, in thread locals. Where only whether there is a value says what was read, or which of two
 * objects it is, it says whether that is at least 2: any sequence of four that changes at most once.
 */
public class RemembersLocal {
    static volatile int x;

    static class Cell {
        int value;
    }

    /** Thread locals; the first value says that there was none. */
    @SuppressWarnings("unchecked")
    static final ThreadLocal<Object>[] LOCALS = new ThreadLocal[4];

    static {
        for (int i = 0; i < 4; i++) {
            LOCALS[i] = ThreadLocal.withInitial(() -> "none");
        }
    }

    static final ThreadLocal<Integer> FIRST = ThreadLocal.withInitial(() -> x);

    static class Reads extends ThreadLocal<Cell> {
        @Override
        protected Cell initialValue() {
            Cell cell = new Cell();
            cell.value = x;
            return cell;
        }
    }

    static final Reads[] READS = {new Reads(), new Reads(), new Reads(), new Reads()};

    @SuppressWarnings("unchecked")
    static final InheritableThreadLocal<Object>[] INHERITED = new InheritableThreadLocal[4];

    static {
        for (int i = 0; i < 4; i++) {
            INHERITED[i] = new InheritableThreadLocal<>();
        }
    }

    static void set(int i) {
        LOCALS[i].set(x);
    }

    static void setCell(int i) {
        Cell cell = new Cell();
        cell.value = x;
        LOCALS[i].set(cell);
    }

    static void setOlder(int i, Cell cell) {
        LOCALS[i].set(cell);
        cell.value = x;
    }

    static void change(int i) {
        ((Cell) LOCALS[i].get()).value = x;
    }

    static void remove(int i) {
        if (x >= 2) {
            LOCALS[i].remove();
        }
    }

    static void setNull(int i) {
        LOCALS[i].set(null);
        if (x >= 2) {
            LOCALS[i].remove();
        }
    }

    static void setWhich(int i, Cell one, Cell other) {
        LOCALS[i].set(x >= 2 ? one : other);
    }

    static void setAgain(int i) {
        LOCALS[i].set("older");
        LOCALS[i].remove();
        if (x >= 2) {
            LOCALS[i].set("newer");
        }
    }

    static void removeInherited(int i) {
        if (x >= 2) {
            INHERITED[i].remove();
        }
    }

    static ThreadLocal<Integer> own() {
        ThreadLocal<Integer> local = new ThreadLocal<>();
        local.set(x);
        return local;
    }

    static class First extends ThreadLocal<Object> {}

    static class Second extends ThreadLocal<Object> {}

    static void setOne(ThreadLocal<Object> first, ThreadLocal<Object> second) {
        (x >= 2 ? second : first).set("some");
    }

    static String values() {
        String all = "";
        for (ThreadLocal<Object> local : LOCALS) {
            all += ((Cell) local.get()).value;
        }
        return all;
    }

    private static String all(String kind) {
        String all = "";
        switch (kind) {
            case "set":
                set(0);
                set(1);
                set(2);
                set(3);
                return "" + LOCALS[0].get() + LOCALS[1].get() + LOCALS[2].get() + LOCALS[3].get();
            case "cell":
                setCell(0);
                setCell(1);
                setCell(2);
                setCell(3);
                return values();
            case "older": {
                Cell[] cells = {new Cell(), new Cell(), new Cell(), new Cell()};
                setOlder(0, cells[0]);
                setOlder(1, cells[1]);
                setOlder(2, cells[2]);
                setOlder(3, cells[3]);
                return values();
            }
            case "changed":
                for (int i = 0; i < 4; i++) {
                    LOCALS[i].set(new Cell());
                }
                change(0);
                change(1);
                change(2);
                change(3);
                return values();
            case "first": {
                // One thread local, whose value is forgotten each time.
                for (int i = 0; i < 4; i++) {
                    all += FIRST.get();
                    FIRST.remove();
                }
                return all;
            }
            case "reads":
                for (int i = 0; i < 4; i++) {
                    READS[i].get();
                }
                return "" + READS[0].get().value + READS[1].get().value + READS[2].get().value + READS[3].get().value;
            case "removed":
                for (int i = 0; i < 4; i++) {
                    LOCALS[i].set("some");
                }
                remove(0);
                remove(1);
                remove(2);
                remove(3);
                for (int i = 0; i < 4; i++) {
                    all += LOCALS[i].get() == "none";
                }
                return all;
            case "null":
                setNull(0);
                setNull(1);
                setNull(2);
                setNull(3);
                for (int i = 0; i < 4; i++) {
                    all += LOCALS[i].get() != null;
                }
                return all;
            case "which": {
                Cell one = new Cell();
                Cell other = new Cell();
                setWhich(0, one, other);
                setWhich(1, one, other);
                setWhich(2, one, other);
                setWhich(3, one, other);
                for (int i = 0; i < 4; i++) {
                    all += LOCALS[i].get() == one;
                }
                return all;
            }
            case "again":
                setAgain(0);
                setAgain(1);
                setAgain(2);
                setAgain(3);
                for (int i = 0; i < 4; i++) {
                    all += LOCALS[i].get() == "newer";
                }
                return all;
            case "inherited":
                removeInherited(0);
                removeInherited(1);
                removeInherited(2);
                removeInherited(3);
                for (int i = 0; i < 4; i++) {
                    all += INHERITED[i].get() == null;
                }
                return all;
            case "classes": {
                First[] first = {new First(), new First(), new First(), new First()};
                Second[] second = {new Second(), new Second(), new Second(), new Second()};
                setOne(first[0], second[0]);
                setOne(first[1], second[1]);
                setOne(first[2], second[2]);
                setOne(first[3], second[3]);
                for (int i = 0; i < 4; i++) {
                    all += first[i].get() == null;
                }
                return all;
            }
            case "own": {
                ThreadLocal<Integer> a = own();
                ThreadLocal<Integer> b = own();
                ThreadLocal<Integer> c = own();
                ThreadLocal<Integer> d = own();
                return "" + a.get() + b.get() + c.get() + d.get();
            }
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (InheritableThreadLocal<Object> local : INHERITED) {
            local.set("some");
        }
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= 4; i++) {
                x = i;
            }
        });
        Thread reader = new Thread(() -> System.out.print(all(args[0])));
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}

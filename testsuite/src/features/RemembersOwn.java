import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * As {@link Remembers}, with objects of the thread's own that are given as arguments (what a lambda captures has a
 * name), and that are made before the variable is read.
 */
public class RemembersOwn {
    static volatile int x;

    static class Cell {
        int value;
        Cell next;
    }

    static final ThreadLocal<int[]> A = ThreadLocal.withInitial(() -> new int[1]);
    static final ThreadLocal<int[]> B = ThreadLocal.withInitial(() -> new int[1]);
    static final ThreadLocal<int[]> C = ThreadLocal.withInitial(() -> new int[1]);
    static final ThreadLocal<int[]> D = ThreadLocal.withInitial(() -> new int[1]);

    static void link(Cell outer) {
        Cell cell = new Cell();
        outer.next = cell;
        cell.value = x;
    }

    static void set(ThreadLocal<int[]> local) {
        int[] own = new int[1];
        local.set(own);
        own[0] = x;
    }

    static void first(ThreadLocal<int[]> local) {
        int[] own = local.get();
        own[0] = x;
    }

    static void copy(Integer[] to) {
        List<Integer> list = new ArrayList<>();
        list.add(x);
        list.toArray(to);
    }

    static void chars(char[] to) {
        StringBuilder text = new StringBuilder(String.valueOf((char) ('0' + x)));
        text.getChars(0, 1, to, 0);
    }

    static void write(PrintWriter to) {
        to.print(x);
    }

    static void nest(int[][] outer) {
        outer[0] = new int[1];
        Arrays.setAll(outer[0], i -> x);
    }

    static void field(Cell cell) {
        cell.value = x;
    }

    private static String links() {
        Cell a = new Cell();
        Cell b = new Cell();
        Cell c = new Cell();
        Cell d = new Cell();
        link(a);
        link(b);
        link(c);
        link(d);
        return "" + a.next.value + b.next.value + c.next.value + d.next.value;
    }

    private static String fields() {
        Cell a = new Cell();
        Cell b = new Cell();
        Cell c = new Cell();
        Cell d = new Cell();
        field(a);
        field(b);
        field(c);
        field(d);
        return "" + a.value + b.value + c.value + d.value;
    }

    private static String locals(boolean set) {
        if (set) {
            set(A);
            set(B);
            set(C);
            set(D);
        } else {
            first(A);
            first(B);
            first(C);
            first(D);
        }
        return "" + A.get()[0] + B.get()[0] + C.get()[0] + D.get()[0];
    }

    private static String copies() {
        Integer[] a = new Integer[1];
        Integer[] b = new Integer[1];
        Integer[] c = new Integer[1];
        Integer[] d = new Integer[1];
        copy(a);
        copy(b);
        copy(c);
        copy(d);
        return "" + a[0] + b[0] + c[0] + d[0];
    }

    private static String texts() {
        char[] a = new char[1];
        char[] b = new char[1];
        char[] c = new char[1];
        char[] d = new char[1];
        chars(a);
        chars(b);
        chars(c);
        chars(d);
        return "" + a[0] + b[0] + c[0] + d[0];
    }

    private static String written() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintWriter writer = new PrintWriter(new OutputStreamWriter(bytes));
        write(writer);
        write(writer);
        write(writer);
        write(writer);
        writer.flush();
        return bytes.toString();
    }

    private static String nested() {
        int[][] a = new int[1][];
        int[][] b = new int[1][];
        int[][] c = new int[1][];
        int[][] d = new int[1][];
        nest(a);
        nest(b);
        nest(c);
        nest(d);
        return "" + a[0][0] + b[0][0] + c[0][0] + d[0][0];
    }

    private static String all(String kind) {
        switch (kind) {
            case "links":
                return links();
            case "fields":
                return fields();
            case "set":
                return locals(true);
            case "first":
                return locals(false);
            case "copies":
                return copies();
            case "texts":
                return texts();
            case "written":
                return written();
            case "nested":
                return nested();
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= 4; i++) {
                x = i;
            }
        });
        writer.start();
        System.out.print(all(args[0]));
        writer.join();
    }
}

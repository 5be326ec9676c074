/**
 * The programs of figures 3.2 and 5.6 of the dissertation: N variables (the argument), each written by one thread and
 * read by another.
 *
 * <p>Each reader sees 0 or 1, whatever the others see: 2^N behaviours under every memory model, as each thread has a
 * single access. With {@code locked} after the number, the reads are under one lock (figure 5.5), which excludes none
 * of them. With {@code crossed}, the last reader writes 2 into the first variable before it reads (figure 5.3).
 *
 * <p>How many behaviours the crossed program with N = 2 has: the first reader sees 0, 1 or 2, the second 0 or 1. Under
 * SC, each of the six is possible: the second reader's write and read can both come before or after everything else,
 * and the write that the first reader does not see can come before the one that it sees, or after the read.
 */
public class Independent {
    static final Object lock = new Object();

    /** A variable of its own for each pair; elements of an array would be as good. */
    static final class Cell {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[0]);
        boolean locked = args.length > 1 && args[1].equals("locked");
        boolean crossed = args.length > 1 && args[1].equals("crossed");
        Cell[] cells = new Cell[n];
        int[] read = new int[n];
        Thread[] threads = new Thread[2 * n];
        for (int i = 0; i < n; i++) {
            Cell cell = new Cell();
            cells[i] = cell;
            int pair = i;
            threads[2 * i] = new Thread(() -> cell.value = 1);
            threads[2 * i + 1] = new Thread(() -> {
                if (crossed && pair == n - 1) {
                    cells[0].value = 2;
                }
                if (locked) {
                    synchronized (lock) {
                        read[pair] = cell.value;
                    }
                } else {
                    read[pair] = cell.value;
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        StringBuilder text = new StringBuilder();
        for (int value : read) {
            text.append(value);
        }
        System.out.println(text);
    }
}

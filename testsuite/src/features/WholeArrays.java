/**
 * Arrays that are told as a whole as long as no two threads meet in them: bytes and characters, from 256 on. The
 * argument says how the threads use one; each thing that they print is argued here.
 */
public class WholeArrays {
    static final int LENGTH = 300;
    static final int LAST = LENGTH - 1;
    static final byte[] ONES = new byte[LENGTH];
    static byte[] bytes = new byte[LENGTH];
    static char[] chars = new char[LENGTH];
    static volatile boolean handed;
    static final Object one = new Object();
    static final Object other = new Object();

    static {
        for (int i = 0; i < LENGTH; i++) {
            ONES[i] = 1;
        }
    }

    static void copy() {
        System.arraycopy(ONES, 0, bytes, 0, LENGTH);
    }

    static String ends() {
        return bytes[0] + " " + bytes[LAST];
    }

    static void copyUnder(Object lock) {
        synchronized (lock) {
            copy();
        }
    }

    static String endsUnder(Object lock) {
        synchronized (lock) {
            return ends();
        }
    }

    /** Both under one lock: nobody sees a half. 0 0 or 1 1. */
    static String locked(Thread copies) {
        copies.start();
        return endsUnder(one);
    }

    /**
     * Without a lock, or under two: main reads the first element, then the last one. The copy may come before, after or
     * between, and main may read both while half of it is there: 0 0, 1 1, 0 1, 1 0.
     */
    static String torn(Thread copies, Object lock) {
        copies.start();
        return endsUnder(lock);
    }

    /** After the thread that copies has ended: 1 1. */
    static String joined(Thread copies) throws InterruptedException {
        copies.start();
        copies.join();
        return ends();
    }

    /** Before the thread is started that copies what main has written into the array: it sees that. 7 7. */
    static String started() throws InterruptedException {
        String[] seen = new String[1];
        bytes[0] = bytes[LAST] = 7;
        Thread thread = new Thread(() -> seen[0] = ends());
        thread.start();
        thread.join();
        return seen[0];
    }

    /** A flag says that the array is full: main asks once. Not yet, or 1 1. */
    static String handed() {
        new Thread(() -> {
            copy();
            handed = true;
        }).start();
        return handed ? ends() : "not yet";
    }

    /** Main waits until the first element is one: the last one may not have been copied then. 1 0 or 1 1. */
    static String waits(Thread copies) {
        copies.start();
        while (bytes[0] == 0) {
            Thread.onSpinWait();
        }
        return ends();
    }

    /** Each thread changes an element of its own, main looks when both have ended: the other's is still there. a b. */
    static String apart() throws InterruptedException {
        Thread a = new Thread(() -> chars[0] = 'a');
        Thread b = new Thread(() -> chars[1] = 'b');
        a.start();
        b.start();
        a.join();
        b.join();
        return chars[0] + " " + chars[1];
    }

    /**
     * Two threads add one to the same element, each reads and writes it in two critical sections, so that one may be
     * lost: 1 or 2.
     */
    static String lost() throws InterruptedException {
        Runnable adds = () -> {
            char before;
            synchronized (one) {
                before = chars[9];
            }
            synchronized (one) {
                chars[9] = (char) (before + 1);
            }
        };
        Thread a = new Thread(adds);
        a.start();
        adds.run();
        a.join();
        return Integer.toString(chars[9]);
    }

    /**
     * Main reads under one lock what was written under it; a third thread writes without: it meets who reads. Neither
     * waits for the other: 0 or 1, and 0 or 2.
     */
    static String third() {
        new Thread(() -> {
            synchronized (one) {
                bytes[1] = 1;
            }
        }).start();
        new Thread(() -> bytes[2] = 2).start();
        synchronized (one) {
            return bytes[1] + " " + bytes[2];
        }
    }

    /** As long as the copies exclude each other, a large array costs one event each: {@code --max-events} says so. */
    static String large() throws InterruptedException {
        byte[] from = new byte[1 << 20];
        byte[] to = new byte[1 << 20];
        from[1 << 19] = 3;
        Thread thread = new Thread(() -> {
            synchronized (to) {
                System.arraycopy(from, 0, to, 0, from.length);
            }
        });
        thread.start();
        synchronized (to) {
            System.arraycopy(to, 0, to, 1, to.length - 1);
        }
        thread.join();
        // Copied after the zeros had moved by one, 3 0, or before that, 0 3.
        return to[1 << 19] + " " + to[(1 << 19) + 1];
    }

    public static void main(String[] args) throws InterruptedException {
        Thread copies = new Thread(WholeArrays::copy);
        Thread copiesUnder = new Thread(() -> copyUnder(one));
        String seen;
        switch (args[0]) {
            case "locked": seen = locked(copiesUnder); break;
            case "torn": seen = torn(copies, one); break;
            case "twolocks": seen = torn(copiesUnder, other); break;
            case "joined": seen = joined(copies); break;
            case "started": seen = started(); break;
            case "handed": seen = handed(); break;
            case "waits": seen = waits(copies); break;
            case "apart": seen = apart(); break;
            case "lost": seen = lost(); break;
            case "third": seen = third(); break;
            default: seen = large(); break;
        }
        System.out.println(seen);
    }
}

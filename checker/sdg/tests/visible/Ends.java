/** What a read decides beside what is printed: whether something ends, and what the JVM shows of an exception. */
class Ends {
    static volatile int go, only, power, twice, clamped;
    static int text, hash, wrong, bad, quiet;

    static final class Shown {
        int text;

        @Override
        public String toString() {
            return "shown " + text; // + it is printed
        }
    }

    static final class Wrong extends RuntimeException {
        final int code;

        Wrong(int code) {
            this.code = code;
        }

        @Override
        public String toString() {
            return "wrong " + code; // + the JVM prints it in the end
        }
    }

    static final class Throws extends java.io.OutputStream {
        @Override
        public void write(int b) {
            throw new IllegalStateException();
        }
    }

    static int pow(int base, int n) {
        int result = base;
        while (n != 0) {
            result *= base;
            n -= 2;
        }
        return result;
    }

    static void spins() {
        int seen = only; // + whether the loop ends
        while (seen == 0) {}
    }

    static void never() {
        if (twice == 0) // + whether there is an end
            for (;;) {}
    }

    public static void main(String[] args) {
        int until = go; // + whether the loop ends
        for (int i = 0; i != until; i += 2) {}
        spins();
        never();
        pow(2, power); // + whether its loop ends
        Shown shown = new Shown();
        shown.text = text; // + what is shown
        System.out.println(shown);
        java.io.PrintStream stream = new java.io.PrintStream(new Throws(), true);
        int kept = bad; // + the stream throws, so it is printed
        try {
            stream.println("a");
        } catch (IllegalStateException e) {
            System.out.println(kept);
        }
        int unused = quiet; // - nobody
        throw new Wrong(wrong); // + the JVM prints it in the end
    }
}

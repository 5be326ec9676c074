/** A counter that only counts: what is printed does not depend on it. */
class Statistics {
    static volatile int x;
    static int hits;
    static int misses;              // -

    static int look(int key) {
        hits++;                     // - nobody reads it but to count on
        if (key == 0)               // -
            misses++;               // -
        return x + key;             // +
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> x = 1); // +
        thread.start();             // +
        int first = look(0);        // +
        int second = look(1);       // -
        System.out.println(first);  // *
        System.out.println(misses + second); // - comes after
    }
}

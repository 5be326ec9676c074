/** A value is handed over with a monitor. */
class Handed {
    static final Object lock = new Object(); // +
    static int value;
    static boolean ready;
    static int other;

    static void consume() throws InterruptedException {
        synchronized (lock) {       // +
            while (!ready)          // +
                lock.wait();        // +
            System.out.println(value); // *
        }
    }

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> { // +
            synchronized (lock) {   // +
                value = 42;         // +
                other = 43;         // -
                ready = true;       // +
                lock.notify();      // +
            }
        });
        thread.start();             // +
        consume();                  // +
        System.out.println(other);  // -
    }
}

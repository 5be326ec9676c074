/** Another thread interrupts this one. */
class Interrupted {
    static int a, b;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            int other = b;          // -
            if (a > 0)              // +
                main.interrupt();   // +
        }).start();                 // +
        boolean is = Thread.interrupted(); // *
    }
}

/** What a thread throws is given to a handler. */
class Handler {
    static boolean x;
    static int y;
    static RuntimeException problem;

    static class Failing extends Thread {
        public void run() {
            if (x)                  // +
                throw problem;      // +
        }
    }

    public static void main(String[] args) {
        Thread thread = new Failing(); // +
        int unused = y;             // -
        thread.setUncaughtExceptionHandler((of, thrown) -> // +
            System.out.println(thrown == null) // *
        );
        thread.start();             // +
    }
}

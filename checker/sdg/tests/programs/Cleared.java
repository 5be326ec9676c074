/** Who is told by an exception that it was interrupted, is interrupted no more. */
class Cleared {
    static int a, b;

    public static void main(String[] args) {
        int other = b;              // -
        Thread.currentThread().interrupt(); // +
        try {
            if (a > 0)              // +
                Thread.sleep(1);    // +
        } catch (Throwable e) {
            other++;                // -
        }
        boolean is = Thread.currentThread().isInterrupted(); // *
    }
}

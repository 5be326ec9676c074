import java.util.concurrent.FutureTask;

/** Code of the JDK interrupts whoever runs the task, which stays interrupted when the task has ended. */
class Cancelled {
    static int a, b;

    public static void main(String[] args) {
        FutureTask<Integer> task = new FutureTask<>(() -> 1); // +
        new Thread(() -> {
            int other = b;          // -
            if (a > 0)              // +
                task.cancel(true);  // +
        }).start();                 // +
        try {
            task.run();             // +
        } catch (Throwable e) {
            b = 1;                  // -
        }
        boolean is = Thread.interrupted(); // *
    }
}

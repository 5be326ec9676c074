/**
 * An exception leaves a virtual thread: a violation, unless a handler of the thread takes it. Two threads fail; the
 * handler of the first prints, and nothing else is wrong with that one.
 *
 * <p>Only outcome: "handled 1", and the exception of the second thread.
 */
public class VtException {
    public static void main(String[] args) throws InterruptedException {
        Thread one = Thread.ofVirtual().uncaughtExceptionHandler((t, e) -> System.out.println("handled " + e.getMessage())).start(() -> {
            throw new IllegalStateException("1");
        });
        one.join();
        Thread.startVirtualThread(() -> {
            throw new IllegalStateException("2");
        }).join();
    }
}

import java.util.zip.CRC32;

/**
 * Main sleeps or not before it starts a thread, as it finds {@code set} true or false: so the thread knows another
 * time from the start. It reads {@code set} three times, which other threads may see false, then true; makes an object
 * whose name depends on all that the thread knows; and shows it. Main looks for that at once, and once more at the end.
 *
 * Possible: how often the thread has found {@code set}, 0 to 3, each with main having seen the object or not.
 */
public class ChildKnowsTime {
    private static volatile boolean set;
    private static volatile Object made;

    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(() -> set = true);
        setter.start();
        if (set) {
            Thread.sleep(5);
        }
        Thread child = new Thread(() -> {
            int found = 0;
            for (int i = 0; i < 3; i++) {
                found += set ? 1 : 0;
            }
            made = new CRC32();
            System.out.println(found);
        });
        child.start();
        boolean seen = made != null;
        child.join();
        setter.join();
        System.out.println(seen);
    }
}

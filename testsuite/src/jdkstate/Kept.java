import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What programs have in common that use objects of the JDK in one thread, but where another one could find them: what
 * they do are events then.
 */
final class Kept {
    private Kept() {}

    /** Where all threads find what is used. */
    static final Map<String, Object> KEPT = new LinkedHashMap<>();

    /** Runs a thread that could find all that is kept, and waits for its end. */
    static void shareWithOther() throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (KEPT) {
                KEPT.size();
            }
        });
        other.start();
        other.join();
    }

    static <T> T keep(T made) {
        KEPT.put("object " + KEPT.size(), made);
        return made;
    }

    static void print(Object... parts) {
        System.out.println(Arrays.deepToString(parts));
    }
}

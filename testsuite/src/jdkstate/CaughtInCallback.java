import java.util.ConcurrentModificationException;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function that {@code Matcher.replaceAll} calls catches an exception of its own and then reads a field, while
 * another thread resets the matcher. A matcher that was reset while it called says so when the function is over.
 *
 * Outcomes: "b", and "changed" if the reset comes between the call and the end of the function.
 *
 * <p>What a matcher does is no step in a JVM: that two threads use it at once is said, and not that all is complete.
 */
public class CaughtInCallback {
    static volatile int read;

    /** Called by the matcher itself: not by a bridge that knows types. */
    @SuppressWarnings("rawtypes")
    static final class Replacement implements Function {
        @Override
        public Object apply(Object found) {
            try {
                throw new IllegalStateException();
            } catch (IllegalStateException e) {
                return read == 0 ? "b" : "c";
            }
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws InterruptedException {
        Matcher matcher = Pattern.compile("a").matcher("a");
        Thread t = new Thread(matcher::reset);
        t.start();
        Function<MatchResult, String> replacement = new Replacement();
        String result;
        try {
            result = matcher.replaceAll(replacement);
        } catch (ConcurrentModificationException e) {
            result = "changed";
        }
        t.join();
        System.out.println(result);
    }
}

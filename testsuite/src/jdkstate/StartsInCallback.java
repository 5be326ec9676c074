import java.util.ConcurrentModificationException;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function that {@code Matcher.replaceAll} calls starts a thread that resets the matcher. A matcher that was reset
 * while it called says so when the function is over.
 *
 * Outcomes: "changed" if the thread runs before the function is over, else "b".
 *
 * <p>What a matcher does is no step in a JVM: that two threads use it at once is said, and not that all is complete.
 */
public class StartsInCallback {
    record Replacement(Thread started) implements Function<MatchResult, String> {
        @Override
        public String apply(MatchResult found) {
            started.start();
            return "b";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Matcher matcher = Pattern.compile("a").matcher("a");
        Thread t = new Thread(matcher::reset);
        String result;
        try {
            result = matcher.replaceAll(new Replacement(t));
        } catch (ConcurrentModificationException e) {
            result = "changed";
        }
        t.join();
        System.out.println(result);
    }
}

import java.util.ConcurrentModificationException;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function that {@code Matcher.replaceAll} calls does nothing but print, while another thread resets the matcher. A
 * matcher that was reset while it called says so when the function is over.
 *
 * Outcomes: "in b", and "in changed" if the reset comes between the call and the end of the function.
 *
 * <p>What a matcher does is no step in a JVM: that two threads use it at once is said, and not that all is complete.
 */
public class PrintsInCallback {
    static final class Replacement implements Function<MatchResult, String> {
        @Override
        public String apply(MatchResult found) {
            System.out.print("in ");
            return "b";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Matcher matcher = Pattern.compile("a").matcher("a");
        Thread t = new Thread(matcher::reset);
        t.start();
        String result;
        try {
            result = matcher.replaceAll(new Replacement());
        } catch (ConcurrentModificationException e) {
            result = "changed";
        }
        t.join();
        System.out.println(result);
    }
}

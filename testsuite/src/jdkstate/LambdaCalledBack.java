import java.util.ConcurrentModificationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A lambda that {@code Matcher.replaceAll} calls writes a field, while another thread resets the matcher. A matcher
 * that was reset while it called says so when the lambda is over.
 *
 * Outcomes: "b", and "changed" if the reset comes between the call and the end of the lambda.
 *
 * <p>What a matcher does is no step in a JVM: that two threads use it at once is said, and not that all is complete.
 */
public class LambdaCalledBack {
    static volatile int written;

    public static void main(String[] args) throws InterruptedException {
        Matcher matcher = Pattern.compile("a").matcher("a");
        Thread t = new Thread(matcher::reset);
        t.start();
        String result;
        try {
            result = matcher.replaceAll(found -> {
                written = 1;
                return "b";
            });
        } catch (ConcurrentModificationException e) {
            result = "changed";
        }
        t.join();
        System.out.println(result);
    }
}

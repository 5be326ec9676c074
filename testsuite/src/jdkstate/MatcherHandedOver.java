import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Threads use one matcher, one after the other: each is waited for before the next one begins, but for two that have a matcher of their own from the same
 * pattern. No two calls of one matcher can happen at once: complete, with one outcome.
 */
public class MatcherHandedOver {
    public static void main(String[] args) throws InterruptedException {
        Pattern pattern = Pattern.compile("[a-z]");
        Matcher matcher = pattern.matcher("a1b");
        StringBuilder found = new StringBuilder();
        Runnable next = () -> found.append(matcher.find() ? matcher.group() : "-");
        next.run();
        Thread t = new Thread(next);
        t.start();
        t.join();
        next.run();
        boolean[] matches = new boolean[2];
        Thread own = new Thread(() -> matches[0] = pattern.matcher("c").matches());
        own.start();
        matches[1] = pattern.matcher("d").matches();
        own.join();
        System.out.println(found.toString() + matches[0] + matches[1]);
    }
}

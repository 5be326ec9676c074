import java.util.regex.Pattern;

/**
 * Two patterns of one text are two values if their flags differ.
 *
 * Outcomes: false (the pattern that minds case), true (the other one, if the thread has written before).
 */
public class PatternFlags {
    static Pattern pattern;

    public static void main(String[] args) throws InterruptedException {
        pattern = Pattern.compile("a");
        Thread writer = new Thread(() -> pattern = Pattern.compile("a", Pattern.CASE_INSENSITIVE));
        writer.start();
        boolean matches = pattern.matcher("A").matches();
        writer.join();
        System.out.println(matches);
    }
}

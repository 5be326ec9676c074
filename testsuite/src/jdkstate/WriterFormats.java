import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Date;

/** A writer that one thread has for itself formats a date that the other one changes. Outcomes: the year before the change or after it. */
public class WriterFormats {
    public static void main(String[] args) throws InterruptedException {
        Date date = new Date(0);
        Thread t = new Thread(() -> date.setTime(1_000_000_000_000L));
        t.start();
        StringWriter text = new StringWriter();
        new PrintWriter(text).printf("%tY", date);
        t.join();
        System.out.println(text);
    }
}

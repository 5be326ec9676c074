import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Two formatters of one pattern are two values if their locales differ.
 *
 * Outcomes: January, janvier (if the thread has written before).
 */
public class FormatterLocale {
    static DateTimeFormatter formatter;

    public static void main(String[] args) throws InterruptedException {
        LocalDate date = LocalDate.of(2020, 1, 1);
        DateTimeFormatter second = DateTimeFormatter.ofPattern("MMMM", Locale.FRENCH);
        formatter = DateTimeFormatter.ofPattern("MMMM", Locale.ENGLISH);
        Thread writer = new Thread(() -> formatter = second);
        writer.start();
        String month = formatter.format(date);
        writer.join();
        System.out.println(month);
    }
}

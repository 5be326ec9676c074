import java.text.DecimalFormat;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.GregorianCalendar;

/**
 * Two threads have formats of their own, many times: nothing of that concerns the other thread, though formats ask what
 * time it is and the JDK keeps for all what it knows of a locale. One execution. A calendar begins with the time that a
 * date begins with.
 */
public class FormatOfEach {
    private static String format() {
        StringBuilder made = new StringBuilder();
        for (int i = 1; i < 5; i++) {
            made.append(new SimpleDateFormat("yyyy").format(new Date(0)));
            made.append(new DecimalFormat("0.00").format(i)).append(String.format(" %tY %.1f", new Date(0), 0.5));
        }
        return made.toString();
    }

    public static void main(String[] args) throws InterruptedException {
        String[] made = new String[1];
        Thread other = new Thread(() -> made[0] = format());
        other.start();
        String own = format();
        other.join();
        System.out.println(own.equals(made[0]) + " "
                + (new GregorianCalendar().getTimeInMillis() == new Date().getTime()));
    }
}

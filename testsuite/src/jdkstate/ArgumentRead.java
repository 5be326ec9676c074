import java.util.Date;

/**
 * A date is the argument of a call of another one, of {@code String.format} and of {@code printf}, while the other thread changes it once.
 *
 * The change comes before all three, or after one, two or three of them. The other date is not before the shared one until the change, and the years are
 * 1970 until it and 2001 from then on. Outcomes: true 1970 1970; true 1970 2001; true 2001 2001; false 2001 2001.
 */
public class ArgumentRead {
    public static void main(String[] args) throws InterruptedException {
        Date shared = new Date(0);
        Date other = new Date(1_000);
        Thread t = new Thread(() -> shared.setTime(1_000_000_000_000L));
        t.start();
        boolean before = !other.before(shared);
        String year = String.format("%tY", shared);
        System.out.printf("%b %s %tY%n", before, year, shared);
        t.join();
    }
}

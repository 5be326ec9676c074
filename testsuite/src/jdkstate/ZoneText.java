import java.util.SimpleTimeZone;

/** The text of a time zone is made of several fields, which are read one by one while another thread sets two. */
public class ZoneText {
    public static void main(String[] arguments) throws Exception {
        SimpleTimeZone zone = new SimpleTimeZone(0, "A");
        Thread other = new Thread(() -> {
            zone.setRawOffset(1);
            zone.setStartYear(2);
        });
        other.start();
        String text = zone.toString();
        other.join();
        System.out.println(text.contains("offset=1,") + " " + text.contains("startYear=2,"));
    }
}

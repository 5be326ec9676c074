import java.lang.reflect.Field;

/** A plain and a volatile field, written by reflection. */
public class RacyReflection {
    static int plain;
    static volatile int declared;

    public static void main(String[] args) throws Exception {
        Field ofPlain = RacyReflection.class.getDeclaredField("plain");
        Field ofDeclared = RacyReflection.class.getDeclaredField("declared");
        Thread other = new Thread(() -> {
            try {
                ofDeclared.setInt(null, 1);
                ofPlain.setInt(null, 1);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        System.out.println(ofDeclared.getInt(null) + declared);
        System.out.println(plain);
        other.join();
    }
}

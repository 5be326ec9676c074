import java.util.prefs.Preferences;

/**
 * One thread puts a preference, which the other one asks for. The JDK's class starts a timer in its initialiser, which
 * code of the program must not notice. Outcomes: the default before the other has put it, or what it has put.
 */
public class PreferencesAsked {
    private static final String KEY = "PreferencesAsked";

    public static void main(String[] args) throws Exception {
        System.setProperty("java.util.prefs.userRoot", ".");
        Preferences preferences = Preferences.userRoot().node(KEY);
        preferences.remove(KEY);
        Thread t = new Thread(() -> preferences.putInt(KEY, 1));
        t.start();
        int found = preferences.getInt(KEY, 0);
        t.join();
        System.out.println(found);
    }
}

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.prefs.Preferences;

/**
 * One thread imports preferences, the other reads what it changes. Possible: 0, 1. What a static method does to nodes is
 * not followed, so the check must not say that it is complete.
 */
public class ImportedNodes {
    private static final String TEXT = "<?xml version='1.0' encoding='UTF-8'?>"
            + "<!DOCTYPE preferences SYSTEM 'http://java.sun.com/dtd/preferences.dtd'>"
            + "<preferences EXTERNAL_XML_VERSION='1.0'><root type='user'><map/><node name='mcr-imported'>"
            + "<map><entry key='k' value='1'/></map></node></root></preferences>";

    public static void main(String[] args) throws Exception {
        Preferences node = Preferences.userRoot().node("mcr-imported");
        node.put("k", "0");
        Thread importer = new Thread(() -> {
            try {
                Preferences.importPreferences(new ByteArrayInputStream(TEXT.getBytes(StandardCharsets.UTF_8)));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        importer.start();
        System.out.println(node.get("k", "-"));
        importer.join();
    }
}

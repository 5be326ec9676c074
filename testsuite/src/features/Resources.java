import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;

/**
 * A resource is found beside the classes, by the class and by the context class loader, in main and in its child.
 *
 * Only outcome: found found, true true.
 */
public class Resources {
    static String r1, r2;
    static boolean same;

    static String read(InputStream in) {
        if (in == null) {
            return "missing";
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in))) {
            return reader.readLine();
        } catch (IOException e) {
            return e.toString();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        r1 = read(Resources.class.getResourceAsStream("/resource.txt"));
        ClassLoader mine = Resources.class.getClassLoader();
        Thread t = new Thread() {
            @Override
            public void run() {
                ClassLoader context = Thread.currentThread().getContextClassLoader();
                r2 = read(context.getResourceAsStream("resource.txt"));
                same = context == mine;
            }
        };
        t.start();
        t.join();
        boolean inMain = Thread.currentThread().getContextClassLoader() == mine;
        System.out.println(r1 + " " + r2 + ", " + inMain + " " + same);
    }
}

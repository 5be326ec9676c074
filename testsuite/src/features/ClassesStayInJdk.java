import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.ListResourceBundle;
import java.util.Map;
import java.util.ResourceBundle;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * What the JDK keeps of classes, or calls in them: managed beans, descriptors of serializable classes, tables of enums, bundles, shutdown
 * hooks. The classes count what is done with them. Main prints in each execution what a plain JVM prints in its only one, as statics
 * begin anew; then two threads write one variable and read the other one's.
 */
public class ClassesStayInJdk {
    static int x;
    static int y;
    static int a;
    static int b;

    public interface CounterMBean {
        int getCount();

        void up();
    }

    public static class Counter implements CounterMBean {
        static int total = 5;

        @Override public int getCount() {
            return total;
        }

        @Override public void up() {
            total++;
        }
    }

    static class Saved implements Serializable {
        static int reads;
        int kept = 7;
        transient int number;

        private void readObject(ObjectInputStream in) throws Exception {
            in.defaultReadObject();
            number = ++reads;
        }
    }

    enum Color {
        RED, GREEN;

        static int uses;

        int use() {
            return ++uses;
        }
    }

    record Point(int x, int y) {
        static int made;

        Point {
            made++;
        }
    }

    public static class Words extends ListResourceBundle {
        static int asked;

        @Override protected Object[][] getContents() {
            return new Object[][] {{"word", "word" + ++asked}};
        }
    }

    static int hooks;

    private static String managed() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("mcr:type=Counter");
        boolean before = server.isRegistered(name);
        server.registerMBean(new Counter(), name);
        server.invoke(name, "up", null, null);
        // It stays registered.
        return before + " " + server.getAttribute(name, "Count");
    }

    private static String saved() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ObjectOutputStream(out).writeObject(new Saved());
        Saved back = (Saved) new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
        boolean named = ObjectStreamClass.lookup(Saved.class).forClass() == Saved.class;
        return back.kept + " " + back.number + " " + Saved.reads + " " + named;
    }

    private static String tables() {
        String uses = Color.valueOf("RED").use() + " " + Enum.valueOf(Color.class, "GREEN").use();
        String taken = switch (Color.GREEN) {
            case RED -> "red";
            default -> "other";
        };
        boolean same = new Point(1, 2).equals(new Point(1, 2));
        return uses + " " + new EnumMap<>(Map.of(Color.RED, 1)) + EnumSet.allOf(Color.class) + " " + taken + " " + same + " " + Point.made;
    }

    private static String bundle() {
        String first = ResourceBundle.getBundle("ClassesStayInJdk$Words").getString("word");
        return first + " " + ResourceBundle.getBundle("ClassesStayInJdk$Words").getString("word");
    }

    public static void main(String[] args) throws Exception {
        System.out.println(managed() + ", " + saved() + ", " + tables() + ", " + bundle());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook " + ++hooks + Color.RED.use())));
        Thread one = new Thread(() -> {
            x = 1;
            a = y;
        });
        Thread two = new Thread(() -> {
            y = 1;
            b = x;
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(a + " " + b);
    }
}

import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A bean that an earlier execution has registered with the platform's server is not there, so its name is free.
 *
 * The two increments make more than one execution; x is 1 if both threads read 0, else 2. What the JDK holds is what a JVM that has just started
 * holds, in every execution.
 */
public class FreshBeans {
    static int x;

    public interface BeanMBean {
        int getX();
    }

    public static class Bean implements BeanMBean {
        @Override public int getX() { return x; }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("app:type=Bean");
        boolean before = server.isRegistered(name);
        server.registerMBean(new Bean(), name);
        System.out.println(before + " " + server.getAttribute(name, "X"));
    }
}

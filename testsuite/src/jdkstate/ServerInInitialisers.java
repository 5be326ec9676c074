import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;

/**
 * The initialisers of two classes keep the same object of the JDK; one of them does what others see, so it matters
 * which thread runs it, the other one does nothing else. Both find the one server that there is, whoever is first.
 */
public class ServerInInitialisers {
    static int initialised;

    static class Counts {
        static final MBeanServer SERVER;

        static {
            synchronized (ServerInInitialisers.class) {
                initialised++;
            }
            SERVER = ManagementFactory.getPlatformMBeanServer();
        }
    }

    static class Keeps {
        static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
    }

    static class Use extends Thread {
        boolean same;

        @Override
        public void run() {
            MBeanServer counted = Counts.SERVER;
            same = counted != null && counted == Keeps.SERVER;
        }
    }

    public static void main(String[] args) throws Exception {
        Use one = new Use();
        Use two = new Use();
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(one.same + " " + two.same + " " + initialised);
    }
}

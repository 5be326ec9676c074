/**
 * The thread that runs an initialiser in vain gets another error than the one that comes later.
 *
 * Outcomes: E N and N E.
 */
public class ClassInitFails {
    static final class Broken {
        static int v;

        static {
            if (v == 0) {
                throw new IllegalStateException("broken");
            }
        }
    }

    static String r1, r2;

    static String use() {
        try {
            Broken.v = 1;
            return "-";
        } catch (ExceptionInInitializerError e) {
            return "E";
        } catch (NoClassDefFoundError e) {
            return "N";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> r1 = use());
        Thread t2 = new Thread(() -> r2 = use());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }
}

import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Singleton;

/**
 * Two threads ask an injector for a singleton, which is made once.
 *
 * @outcome true made 1
 */
public class GuiceSingleton {
    static int made;

    @Singleton
    public static class Service {
        public Service() {
            made++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Injector injector = Guice.createInjector();
        Object[] got = new Object[2];
        Thread t1 = new Thread(() -> got[0] = injector.getInstance(Service.class));
        Thread t2 = new Thread(() -> got[1] = injector.getInstance(Service.class));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println((got[0] == got[1]) + " made " + made);
    }
}

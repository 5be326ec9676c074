import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Two threads ask a bean factory for a singleton that is made at the first use, once.
 *
 * @outcome true made 1
 */
public class SpringBeans {
    static int made;

    public static class Service {
        public Service() {
            made++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DefaultListableBeanFactory factory = new DefaultListableBeanFactory();
        factory.registerBeanDefinition("service", new RootBeanDefinition(Service.class));
        Object[] got = new Object[2];
        Thread t1 = new Thread(() -> got[0] = factory.getBean("service"));
        Thread t2 = new Thread(() -> got[1] = factory.getBean("service"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println((got[0] == got[1]) + " made " + made);
    }
}

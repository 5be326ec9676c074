import net.sf.cglib.proxy.Enhancer;
import net.sf.cglib.proxy.MethodInterceptor;

/**
 * Two threads increment through a proxy that cglib has made; the method is not synchronized, so one increment may be lost.
 *
 * @jvm --add-opens java.base/java.lang=ALL-UNNAMED
 * @outcome 1
 * @outcome 2
 */
public class Cglib {
    public static class Counter {
        int count;

        public void increment() {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Enhancer enhancer = new Enhancer();
        enhancer.setSuperclass(Counter.class);
        enhancer.setCallback((MethodInterceptor) (object, method, arguments, proxy) -> proxy.invokeSuper(object, arguments));
        Counter counter = (Counter) enhancer.create();
        Thread t1 = new Thread(counter::increment);
        Thread t2 = new Thread(counter::increment);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(counter.count);
    }
}

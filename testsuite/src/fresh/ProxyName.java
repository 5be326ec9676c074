import java.lang.reflect.Proxy;

/**
 * A thread keeps the name of a proxy class, in which there is a number of the JDK's: it is the same in every execution. Two proxies of one interface are of
 * one class, those of another interface and those for another order of interfaces are not.
 *
 * Possible: x is 1 or 2, with the name of the same class for both threads: "1 true true", "2 true true".
 */
public class ProxyName {
    interface First {}

    interface Second {}

    static int x;
    static String a, b;

    static Class<?> make(Class<?>... interfaces) {
        return Proxy.newProxyInstance(ProxyName.class.getClassLoader(), interfaces, (proxy, method, arguments) -> null).getClass();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            a = make(First.class).getName();
            x = 1;
        });
        Thread two = new Thread(() -> {
            b = make(First.class).getName();
            x = 2;
        });
        one.start();
        two.start();
        one.join();
        two.join();
        boolean differ = make(First.class, Second.class) != make(Second.class, First.class) && make(Runnable.class) != make(First.class);
        System.out.println(x + " " + a.equals(b) + " " + differ);
    }
}

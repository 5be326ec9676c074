import java.lang.reflect.Proxy;

/**
 * An interface whose static initialiser others can see is given to a proxy, which does not initialise it; then its field is needed.
 *
 * Possible: the two append to one string, each by a read and a write: "Ib", "bI", "I", "b".
 */
public class ProxyInitialiser {
    interface Told {
        int VALUE = ProxyInitialiser.append("I");

        void call();
    }

    static String text = "";

    static int append(String more) {
        text += more;
        return 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            Proxy.newProxyInstance(ProxyInitialiser.class.getClassLoader(), new Class<?>[] {Told.class}, (proxy, method, arguments) -> null);
            int value = Told.VALUE;
        });
        Thread two = new Thread(() -> text += "b");
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(text);
    }
}

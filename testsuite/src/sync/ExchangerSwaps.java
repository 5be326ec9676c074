import java.util.concurrent.Exchanger;

/**
 * Each of two threads gets what the other one gave.
 */
public class ExchangerSwaps {
    static final Exchanger<String> exchanger = new Exchanger<>();
    static String a;
    static String b;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> a = exchanger.exchange("a"), () -> b = exchanger.exchange("b"));
        System.out.println(a + " " + b);
    }
}

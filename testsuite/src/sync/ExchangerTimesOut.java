import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * With nobody to exchange with, an exchange with a time limit gives up.
 */
public class ExchangerTimesOut {
    public static void main(String[] args) throws InterruptedException {
        try {
            System.out.println(new Exchanger<String>().exchange("a", 20, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            System.out.println("too late");
        }
    }
}

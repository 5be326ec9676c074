import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/**
 * Two threads look up one counter, which the first of them registers, and add one each: none is lost.
 *
 * @outcome 2.0
 */
public class MicrometerCounter {
    public static void main(String[] args) throws InterruptedException {
        MeterRegistry registry = new SimpleMeterRegistry();
        Runnable count = () -> registry.counter("calls", "kind", "all").increment();
        Thread one = new Thread(count);
        Thread two = new Thread(count);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(registry.counter("calls", "kind", "all").count());
    }
}

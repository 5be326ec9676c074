import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Two threads try to complete a sink. The first wins, and later subscribers get its value.
 *
 * @outcome 1
 * @outcome 2
 */
public class ReactorSink {
    public static void main(String[] args) throws InterruptedException {
        Sinks.One<Integer> sink = Sinks.one();
        Thread t1 = new Thread(() -> sink.tryEmitValue(1));
        Thread t2 = new Thread(() -> sink.tryEmitValue(2));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        int[] got = new int[1];
        Mono<Integer> mono = sink.asMono();
        mono.subscribe(value -> got[0] = value);
        System.out.println(got[0]);
    }
}

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** To look and to set are two steps. */
public class StartOnce {
    static final AtomicBoolean started = new AtomicBoolean();
    static final AtomicInteger starts = new AtomicInteger();

    static void start() {
        if (!started.get()) {
            started.set(true);
            starts.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(StartOnce::start, "one");
        Thread two = new Thread(StartOnce::start, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert starts.get() == 1 : "started " + starts.get() + " times";
    }
}

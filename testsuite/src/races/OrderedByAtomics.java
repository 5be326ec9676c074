import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Counting with atomics; a compare-and-set decides who may write. */
public class OrderedByAtomics {
    static final AtomicInteger count = new AtomicInteger();
    static final AtomicReference<String> owner = new AtomicReference<>();
    static int data;

    static void take(String name) {
        count.incrementAndGet();
        if (owner.compareAndSet(null, name)) {
            data = name.length();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> take("other"));
        other.start();
        take("main");
        count.get();
        other.join();
        System.out.println(count.get() + data);
    }
}

import com.google.common.eventbus.AllowConcurrentEvents;
import com.google.common.eventbus.EventBus;
import com.google.common.eventbus.Subscribe;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One thread subscribes to an event bus while another one posts an event.
 *
 * <p>The event arrives if the subscription was there before. Only outcomes: 0 or 7.
 *
 * @outcome 0
 * @outcome 7
 */
public class GuavaEventBus {
    public static final class Listener {
        final AtomicInteger sum = new AtomicInteger();

        @Subscribe
        @AllowConcurrentEvents
        public void on(Integer event) {
            sum.addAndGet(event);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EventBus bus = new EventBus();
        Listener listener = new Listener();
        Thread subscriber = new Thread(() -> bus.register(listener));
        Thread poster = new Thread(() -> bus.post(7));
        subscriber.start();
        poster.start();
        subscriber.join();
        poster.join();
        System.out.println(listener.sum.get());
    }
}

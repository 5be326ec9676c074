import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/**
 * take waits until a delay is over, and returns what is due first, not what was put first. poll returns nothing before that.
 */
public class DelayQueueOrders {
    record Item(String name, long due) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Item) other).due);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Item> queue = new DelayQueue<>();
        long now = System.nanoTime();
        queue.put(new Item("second", now + 300_000_000));
        queue.put(new Item("first", now + 200_000_000));
        System.out.println(queue.poll() + " " + queue.take().name() + " " + queue.take().name());
    }
}

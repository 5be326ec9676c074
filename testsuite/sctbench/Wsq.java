/**
 * The work-stealing queue of SCTBench and of CHESS ({@code chess.WSQ}): the THE protocol of Cilk-5 (Frigo, Leiserson,
 * Randall, PLDI 1998). The owner puts items in at the tail and takes them out there, thieves take them out at the head
 * under a lock; only when head and tail meet, the owner takes the lock as well. Main is the owner: it puts in two items
 * and takes one, half as many times as there are items, then takes what is left. In the end each item was taken exactly
 * once.
 *
 * <p>Arguments: variant ({@code checkFirst}), items (4, even), thieves (1), attempts of each thief (2). Variants:
 *
 * <ul>
 * <li>{@code right}: the protocol. The owner is refused only if the queue is empty, and nobody else puts anything in,
 * so each item is taken by the owner or a thief.
 * <li>{@code checkFirst}: the owner compares head and tail before it lowers the tail. Preempted in between, with one
 * item left, it takes the item that a thief has taken meanwhile. 1 preemption. Wrong for every number of items from 2.
 * <li>{@code unlocked}: when they meet, the owner looks again without the lock. Preempted after it has lowered the tail
 * to the last item, it lets a thief raise the head and find that they meet; if the thief is preempted there, before it
 * lowers the head again, the owner gives up as well, and the item stays. 2 preemptions. Wrong for every number of items
 * from 2.
 * <li>{@code noSpare}: the owner fills all places, instead of leaving one for the item that a thief has claimed and not
 * yet read. Main is preempted when the queue is full, the thief after raising the head; now the owner finds a free
 * place, and puts the next item where the thief is about to read. 2 preemptions. Wrong from 4 items, right for 2, which
 * fit.
 * </ul>
 *
 * <p>AssertionError in main. A thief does nothing before main is preempted, since main waits for nobody until all items
 * are gone; that is why no variant fails without a preemption, and why two are needed where a thief has to be stopped
 * as well.
 */
public class Wsq {
    enum Variant { right, checkFirst, unlocked, noSpare }

    static final class Item {
        int taken;
    }

    static final class Queue {
        private final Variant variant;
        private final Object lock = new Object();
        /** Its length is a power of two. */
        private volatile Item[] places = new Item[2];
        /** The next item to steal is here. */
        private volatile int head;
        /** The next item to put in comes here. */
        private volatile int tail;

        Queue(Variant variant) {
            this.variant = variant;
        }

        void put(Item item) {
            int end = tail;
            int spare = variant == Variant.noSpare ? 0 : 1;
            if (end - head >= places.length - spare) {
                // No thief may be between the head and the place that it reads.
                synchronized (lock) {
                    places = larger(places, head, end);
                }
            }
            Item[] now = places;
            now[end & (now.length - 1)] = item;
            tail = end + 1;
        }

        private static Item[] larger(Item[] old, int begin, int end) {
            Item[] larger = new Item[2 * old.length];
            for (int i = begin; i < end; i++) {
                larger[i & (larger.length - 1)] = old[i & (old.length - 1)];
            }
            return larger;
        }

        /** The item that was put in last; null if there is none. */
        Item take() {
            int last = tail - 1;
            if (variant == Variant.checkFirst) {
                if (head > last) {
                    return null;
                }
                tail = last;
                return at(last);
            }
            tail = last;
            if (head > last) {
                tail = last + 1;
                if (variant == Variant.unlocked) {
                    if (!lower(last)) {
                        return null;
                    }
                } else {
                    synchronized (lock) {
                        if (!lower(last)) {
                            return null;
                        }
                    }
                }
            }
            return at(last);
        }

        private boolean lower(int last) {
            tail = last;
            if (head > last) {
                tail = last + 1;
                return false;
            }
            return true;
        }

        /** The item that was put in first; null if there is none. */
        Item steal() {
            synchronized (lock) {
                int first = head;
                head = first + 1;
                if (first + 1 > tail) {
                    head = first;
                    return null;
                }
                return at(first);
            }
        }

        private Item at(int index) {
            Item[] now = places;
            return now[index & (now.length - 1)];
        }
    }

    static void steal(Queue queue, int attempts) {
        for (int i = 0; i < attempts; i++) {
            Item item = queue.steal();
            if (item != null) {
                item.taken++;
            }
        }
    }

    static void take(Queue queue) {
        Item item = queue.take();
        if (item != null) {
            item.taken++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Variant variant = args.length > 0 ? Variant.valueOf(args[0]) : Variant.checkFirst;
        Item[] items = new Item[args.length > 1 ? Integer.parseInt(args[1]) : 4];
        Thread[] thieves = new Thread[args.length > 2 ? Integer.parseInt(args[2]) : 1];
        int attempts = args.length > 3 ? Integer.parseInt(args[3]) : 2;
        Queue queue = new Queue(variant);
        for (int i = 0; i < items.length; i++) {
            items[i] = new Item();
        }
        for (int i = 0; i < thieves.length; i++) {
            thieves[i] = new Thread(() -> steal(queue, attempts), "thief " + i);
            thieves[i].start();
        }
        for (int i = 0; i < items.length; i += 2) {
            queue.put(items[i]);
            queue.put(items[i + 1]);
            take(queue);
        }
        for (int i = 0; i < items.length / 2; i++) {
            take(queue);
        }
        for (Thread thief : thieves) {
            thief.join();
        }
        for (Item item : items) {
            if (item.taken != 1) {
                throw new AssertionError("an item was not taken exactly once");
            }
        }
    }
}

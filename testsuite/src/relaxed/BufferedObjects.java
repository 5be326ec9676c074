import java.util.ArrayList;
import java.util.List;

/**
 * What is in a store buffer is seen by the thread itself, whatever code it looks with, and by nobody else.
 *
 * <p>Thread 1 writes x, looks at it in a way that is code of the JDK, and reads y; thread 2 writes y and reads x. The way is the argument;
 * none of them is a fence. So TSO and PSO show 0 0 as well; thread 1 always sees its own write.
 */
public class BufferedObjects {
    static class Item {
        int value;
        Object reference;

        @Override
        public String toString() {
            return "item " + value;
        }
    }

    static final Item ITEM = new Item();
    static final List<Item> ITEMS = new ArrayList<>(List.of(ITEM));
    static int y;
    static int r1;
    static int r2;
    static String seen;

    public static void main(String[] args) throws InterruptedException {
        String way = args[0];
        Thread t1 = new Thread(() -> {
            ITEM.value = 1;
            switch (way) {
                case "concat":
                    seen = "it is " + ITEM;
                    break;
                case "list":
                    seen = ITEMS.toString();
                    break;
                case "valueOf":
                    seen = String.valueOf(ITEM);
                    break;
                case "garbage":
                    ITEM.reference = new Item();
                    System.gc();
                    seen = ITEM.reference.toString() + ITEM.value;
                    break;
                default:
                    throw new IllegalArgumentException(way);
            }
            r1 = y;
        });
        Thread t2 = new Thread(() -> {
            y = 1;
            r2 = ITEM.value;
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(seen + ": " + r1 + " " + r2);
    }
}

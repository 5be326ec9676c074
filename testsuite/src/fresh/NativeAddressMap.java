import java.util.HashMap;
import java.util.Map;

/**
 * Two threads make memory by a native method and, in a monitor, put its address into a map: where an entry is, the bits
 * of the address decide. They count how many they find.
 *
 * Outcomes: who puts first finds 1, and the other one 2. The main thread finds what each has put there.
 */
public class NativeAddressMap {
    static final Map<Long, String> NAMES = new HashMap<>();

    static synchronized int put(long address, String name) {
        NAMES.put(address, name);
        return NAMES.size();
    }

    static synchronized String get(long address) {
        return NAMES.get(address);
    }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        long[] addresses = new long[2];
        int[] sizes = new int[2];
        Thread one = new Thread(() -> {
            addresses[0] = NativeAddress.allocate(4);
            sizes[0] = put(addresses[0], "one");
        });
        Thread two = new Thread(() -> {
            addresses[1] = NativeAddress.allocate(4);
            sizes[1] = put(addresses[1], "two");
        });
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(sizes[0] + " " + sizes[1] + " " + get(addresses[0]) + " " + get(addresses[1]));
    }
}

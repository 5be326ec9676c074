/**
 * Memory is given back and other memory is made, which may be at the same place: what one thread reads in a monitor is
 * what the owner of the memory has written last.
 *
 * Outcomes: the second thread finds 1 (it came before the first thread has made other memory), 2 (after it), or nothing.
 */
public class NativeAddressReused {
    static long address;
    static int seen;

    static synchronized void make(int value) {
        if (address != 0) {
            NativeAddress.free(address);
        }
        address = NativeAddress.allocate(1);
        NativeAddress.put(address, value);
    }

    static synchronized void look() {
        seen = address == 0 ? 0 : NativeAddress.get(address);
    }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        Thread maker = new Thread(() -> {
            make(1);
            make(2);
        });
        Thread reader = new Thread(NativeAddressReused::look);
        maker.start();
        reader.start();
        maker.join();
        reader.join();
        System.out.println(seen);
    }
}

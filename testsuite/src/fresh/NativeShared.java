/**
 * Two threads call native methods that share a variable of the library: one adds 1, the other doubles. It begins with 1.
 *
 * Outcomes: 3 (doubled, then 1 added), 4.
 */
public class NativeShared {
    static native void add();

    static native void twice();

    static native int value();

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        Thread adder = new Thread(NativeShared::add);
        Thread doubler = new Thread(NativeShared::twice);
        adder.start();
        doubler.start();
        adder.join();
        doubler.join();
        System.out.println(value());
    }
}

/**
 * One thread makes memory by a native method, writes two numbers to it and hands on its address, and that of a variable
 * of the library; another one reads there by a native method, at the address and behind it. A third thing handed on is
 * the address of a copy of a text, whose first bytes are read.
 *
 * Outcomes: "none" if the reader has come first, and else "7 8 3 97": the write of the volatile field comes last.
 */
public class NativeAddress {
    static long variable;
    static long text;
    static volatile long numbers;
    static String seen = "none";

    static native long allocate(int count);

    static native long copy(String text);

    static native long ofVariable();

    static native int get(long address);

    static native void put(long address, int value);

    static native void free(long address);

    static void hand() {
        long made = allocate(2);
        put(made, 7);
        put(made + 4, 8);
        variable = ofVariable();
        text = copy("abc");
        numbers = made;
    }

    static void look() {
        long found = numbers;
        if (found != 0) {
            seen = get(found) + " " + get(found + 4) + " " + get(variable) + " " + (get(text) & 255);
        }
    }

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        Thread maker = new Thread(NativeAddress::hand);
        Thread reader = new Thread(NativeAddress::look);
        maker.start();
        reader.start();
        maker.join();
        reader.join();
        System.out.println(seen);
    }
}

import java.io.ByteArrayOutputStream;

/**
 * Native code calls methods: one of the program, which writes a field, and one of an object of the JDK that main calls as well. x is what main reads of the field;
 * main's own byte comes before or after the one of native code.
 *
 * Outcomes: x is 0 or 1, the bytes are ab or ba. The thread writes the field first, and main reads it before it writes its byte: if the byte of native code comes
 * first (ba), so may the field: 0 ab, 0 ba, 1 ab, 1 ba.
 */
public class NativeCallback {
    static int x;

    static void called() {
        x = 1;
    }

    static native void call(Runnable first, ByteArrayOutputStream out);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Thread caller = new Thread(() -> call(NativeCallback::called, out));
        caller.start();
        int seen = x;
        out.write('a');
        caller.join();
        System.out.println(seen + " " + out);
    }
}

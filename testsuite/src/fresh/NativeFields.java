/**
 * Native code reads and writes fields through JNI, as another thread does by instruction. One thread copies number, flag, real and text to the fields of that name in
 * the copy; main writes number, then text. The copy is read when the thread has ended.
 *
 * <p>The thread reads number before text. So it has old or new of each, but not the new text with the old number, unless main wrote both in between:
 * that is possible. Outcomes: 1 a, 1 b, 2 a, 2 b, each with true 1.5 7.
 */
public class NativeFields {
    int number = 1;
    boolean flag = true;
    double real = 1.5;
    String text = "a";
    static short small = 7;
    static short smallCopy;

    static native void copy(NativeFields from, NativeFields to);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        NativeFields from = new NativeFields();
        NativeFields to = new NativeFields();
        Thread copier = new Thread(() -> copy(from, to));
        copier.start();
        from.number = 2;
        from.text = "b";
        copier.join();
        System.out.println(to.number + " " + to.text + " " + to.flag + " " + to.real + " " + smallCopy);
    }
}

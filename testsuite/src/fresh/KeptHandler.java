import sun.misc.Signal;

/**
 * The JDK keeps a handler of the program in a table of its own that is not put back: the check ends with a message that names the field, as the second
 * execution would find the handler of the first.
 */
public class KeptHandler {
    static int x;

    public static void main(String[] args) throws Exception {
        Signal.handle(new Signal("USR2"), signal -> x = 7);
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        System.out.println(x);
    }
}

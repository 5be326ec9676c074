/** There is no input: reading finds the end at once, in each execution. */
public class InputNone {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { });
        other.start();
        System.out.println(System.in.read() + " " + System.in.available() + " " + System.in.readAllBytes().length);
        other.join();
    }
}

/**
 * {@code halt} runs no hooks.
 *
 * Only outcome: halted.
 */
public class ShutdownHalt {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        System.out.println("halted");
        Runtime.getRuntime().halt(0);
    }
}

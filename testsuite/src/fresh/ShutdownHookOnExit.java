/**
 * Who calls {@code exit} starts the hooks and waits for them; other threads go on meanwhile. So the hook prints 0 or 1, in any case before the end, and no
 * more hooks can be added then. Nothing after {@code exit} happens.
 *
 * Outcomes: hook 0 refused, hook 1 refused.
 */
public class ShutdownHookOnExit {
    static volatile int x;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            String text = "hook " + x;
            try {
                Runtime.getRuntime().addShutdownHook(new Thread());
                System.out.println(text + " added");
            } catch (IllegalStateException e) {
                System.out.println(text + " refused");
            }
        }));
        new Thread(() -> x = 1).start();
        System.exit(0);
        System.out.println("not reached");
    }
}

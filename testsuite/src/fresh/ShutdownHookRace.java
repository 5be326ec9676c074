/**
 * A hook is registered while another thread ends the JVM: in time, then it runs before the end; or too late, then it is
 * refused, or there is no time to try. Who is refused prints it, if the JVM lives that long.
 *
 * Possible: "hook", nothing, "refused"; always with the status 0.
 */
public class ShutdownHookRace {
    public static void main(String[] args) {
        Thread hook = new Thread(() -> System.out.print("hook"));
        new Thread(() -> {
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException e) {
                System.out.print("refused");
            }
        }).start();
        System.exit(0);
    }
}

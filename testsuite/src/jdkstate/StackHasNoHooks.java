/**
 * Code of the program that is called by other means than by a call sees what it would see anywhere: {@code main} is the last frame of the main thread's
 * stack, a lambda is called by whom it was given to, and between a {@code toString}, a {@code hashCode}, a static initialiser and who needs
 * them there are only frames of the JDK.
 *
 * Possible: one outcome, the depths and callers below.
 */
public class StackHasNoHooks {
    static class Late {
        static final StackTraceElement[] STACK = new Throwable().getStackTrace();
    }

    static StackTraceElement[] stack;

    static boolean hasStrangers(StackTraceElement[] frames) {
        for (StackTraceElement frame : frames) {
            String type = frame.getClassName();
            if (!type.equals("StackHasNoHooks") && !type.startsWith("StackHasNoHooks$") && !type.startsWith("java.")) {
                return true;
            }
        }
        return false;
    }

    static void call(Runnable runnable) {
        runnable.run();
    }

    @Override
    public String toString() {
        stack = new Throwable().getStackTrace();
        return "";
    }

    @Override
    public int hashCode() {
        stack = new Throwable().getStackTrace();
        return 1;
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(new Throwable().getStackTrace().length);
        System.out.println(Late.STACK.length + " " + Late.STACK[1].getMethodName());
        call(() -> stack = new Throwable().getStackTrace());
        System.out.println(stack.length + " " + stack[1].getMethodName());
        String text = "" + new StackHasNoHooks();
        System.out.println(hasStrangers(stack) + " " + stack[0].getMethodName());
        int hash = new StackHasNoHooks().hashCode();
        System.out.println(stack.length + " " + stack[1].getMethodName());
        Thread thread = new Thread(() -> stack = Thread.currentThread().getStackTrace());
        thread.start();
        thread.join();
        System.out.println(hasStrangers(stack) + " " + stack[stack.length - 1].getMethodName());
    }
}

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A stack walker shows what the program has called: a lambda is called by whom it was given to, {@code main} is the last frame of its thread,
 * and has no caller; a thread's last frame is that of {@code Thread}.
 *
 * Possible: one outcome, what a plain JVM prints.
 */
public class StackWalkerOfProgram {
    static final StackWalker WALKER = StackWalker.getInstance();
    static final StackWalker CLASSES = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    static class Other {
        static String ask(Supplier<String> asked) {
            return asked.get();
        }

        static Class<?> caller() {
            return CLASSES.getCallerClass();
        }
    }

    static String frames() {
        List<String> names = WALKER.walk(frames -> frames.filter(frame -> !frame.getClassName().startsWith("java."))
                .map(frame -> frame.getMethodName().replaceAll("[0-9]", "")).collect(Collectors.toList()));
        return names.toString();
    }

    static String caller() {
        return CLASSES.getCallerClass().getName();
    }

    static String last() {
        String[] last = new String[1];
        WALKER.forEach(frame -> last[0] = frame.getMethodName());
        return last[0];
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(frames());
        System.out.println(Other.ask(() -> frames()));
        System.out.println(Other.ask(StackWalkerOfProgram::frames));
        System.out.println(caller() + " " + Other.ask(() -> CLASSES.getCallerClass().getName()) + " " + Other.caller().getName());
        System.out.println(Other.ask(() -> caller()) + " " + Other.ask(StackWalkerOfProgram::caller));
        try {
            System.out.println(CLASSES.getCallerClass());
        } catch (IllegalCallerException e) {
            System.out.println(e.getMessage().startsWith("no caller frame"));
        }
        try {
            System.out.println(WALKER.getCallerClass());
        } catch (UnsupportedOperationException e) {
            System.out.println("no classes");
        }
        try {
            WALKER.walk(null);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
        System.out.println(last());
        Thread thread = new Thread(() -> System.out.println(frames() + " " + last()));
        thread.start();
        thread.join();
    }
}

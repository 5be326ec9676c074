package dev.mcr;

/**
 * What the JDK does once in a JVM, in whatever execution: it initialises its classes, and looks up and keeps what
 * belongs to a locale. None of it is the program's, and none depends on what the defaults are.
 */
final class Once {
    private Once() {}

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    /** The walk itself may use what it is asked for. */
    private static boolean asking;

    /** Whether the calling thread is in such code, which has not called code of the program since. */
    static boolean runs(Control me) {
        Hooks.running = null;
        try {
            return STACK.walk(frames -> frames.takeWhile(frame -> !isOfProgram(frame.getDeclaringClass()))
                    .anyMatch(frame -> frame.getMethodName().equals("<clinit>")
                    || findsWhatBelongsToALocale(frame.getClassName())));
        } finally {
            Hooks.running = me;
        }
    }

    /**
     * Whether the program has called the code of the JDK that runs now, unseen: there is no initialiser of the JDK, and
     * nothing that the JVM has called, in between.
     */
    static boolean isCalledByProgram() {
        if (asking) {
            return false;
        }
        asking = true;
        try {
            return STACK.walk(frames -> {
                for (var all = frames.iterator(); all.hasNext();) {
                    StackWalker.StackFrame frame = all.next();
                    if (isOfProgram(frame.getDeclaringClass())) {
                        return true;
                    }
                    if (frame.getMethodName().equals("<clinit>") || isCalledByJvm(frame)
                            || Loggers.begin(frame.getClassName(), frame.getMethodName())) {
                        return false;
                    }
                }
                return false;
            });
        } finally {
            asking = false;
        }
    }

    private static boolean isCalledByJvm(StackWalker.StackFrame frame) {
        return frame.getClassName().equals("java.lang.invoke.MethodHandleNatives")
                || frame.getClassName().equals("java.lang.ClassLoader") && frame.getMethodName().equals("loadClass");
    }

    private static boolean findsWhatBelongsToALocale(String type) {
        // A format of dates is made anew for each caller, and asks for the default zone.
        boolean makesFormats = type.equals("sun.util.locale.provider.DateFormatProviderImpl");
        return type.startsWith("sun.util.locale.provider.") && !makesFormats || type.startsWith("sun.util.resources.")
                || type.startsWith("sun.util.cldr.");
    }

    private static boolean isOfProgram(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != PLATFORM;
    }
}

package dev.mcr;

import java.lang.reflect.Method;

/**
 * Stack traces as the program sees them: without the frames of hooks, of code that the rewriter has made, and of
 * whatever has called {@code main}.
 */
final class StackTraces {
    private StackTraces() {}

    private static final Method OF = find();

    private static Method find() {
        for (Method method : StackTraceElement.class.getDeclaredMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (method.getName().equals("of") && parameters.length == 2 && parameters[1] == int.class) {
                Internals.makeAccessible(method);
                return method;
            }
        }
        throw new NoSuchMethodError("StackTraceElement.of");
    }

    /**
     * What {@code StackTraceElement.of} makes of a stack of this depth, where {@code stack} is what it takes in this
     * release of the JDK.
     */
    static StackTraceElement[] of(Object stack, int depth) {
        Control me = Hooks.suspend();
        try {
            return ofProgram((StackTraceElement[]) OF.invoke(null, stack, depth));
        } catch (ReflectiveOperationException e) {
            throw new InternalError(e);
        } finally {
            Hooks.resume(me);
        }
    }

    private static StackTraceElement[] ofProgram(StackTraceElement[] frames) {
        StackTraceElement[] kept = new StackTraceElement[frames.length];
        int count = 0;
        for (StackTraceElement frame : frames) {
            if (frame.getClassName().equals(MAIN)) {
                break;
            }
            if (!isInserted(frame.getClassName(), frame.getMethodName())) {
                kept[count++] = frame;
            }
        }
        return count == frames.length ? frames : java.util.Arrays.copyOf(kept, count);
    }

    /** Whose frame is the first below those of the program, in its main thread. */
    static final String MAIN = "dev.mcr.Driver$MainThread";

    /** Whether a frame is none of the program. {@code method}: null if that is not known. */
    static boolean isInserted(String type, String method) {
        return ClassInfo.isOfRuntime(type) || ClassInfo.isGenerated(type)
                || method != null && (method.startsWith("mcr$lambda$") || method.startsWith("mcr$hook$"));
    }
}

package dev.mcr;

import java.lang.reflect.Method;

/**
 * Stack traces as the program sees them: without the frames of hooks, of code that the rewriter has made, and of whatever has called {@code main}.
 */
final class StackTraces {
    private StackTraces() {}

    private static final Method OF = find();

    private static Method find() {
        for (Method method : StackTraceElement.class.getDeclaredMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (method.getName().equals("of") && parameters.length == 2 && parameters[1] == int.class) {
                JvmState.makeAccessible(method);
                return method;
            }
        }
        throw new NoSuchMethodError("StackTraceElement.of");
    }

    /** What {@code StackTraceElement.of} makes of a stack of this depth, where {@code stack} is what it takes in this release of the JDK. */
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
            if (!isInserted(frame)) {
                kept[count++] = frame;
            }
        }
        return count == frames.length ? frames : java.util.Arrays.copyOf(kept, count);
    }

    private static final String MAIN = "dev.mcr.Driver$MainThread";

    /** Whether a frame is none of the program. */
    private static boolean isInserted(StackTraceElement frame) {
        return frame.getClassName().startsWith("dev.mcr.") || frame.getMethodName().startsWith("mcr$lambda$")
                || frame.getMethodName().startsWith("mcr$hook$")
                || ClassInfo.isGenerated(frame.getClassName());
    }
}

package dev.mcr;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * {@code StackWalker} as the program uses it: without the frames of hooks, of code that the rewriter has made, and of
 * whatever has called {@code main}. A walk that the Java runtime itself begins shows everything.
 *
 * <p>The JDK's own walk does the work, with a function around that of the program.
 */
public final class WalkHooks {
    private WalkHooks() {}

    /** Since then the message of who asks for a caller and has none tells what was found. */
    private static final boolean DETAILS = Runtime.version().feature() >= 22;
    private static final StackWalker CLASSES = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    public static boolean controls(Object walker) {
        return Hooks.self() != null;
    }

    public static Object walk(Object walker, Function<Stream<StackWalker.StackFrame>, Object> function) {
        return walk((StackWalker) walker, function, Hooks.self());
    }

    public static void forEach(Object walker, Consumer<? super StackWalker.StackFrame> action) {
        walk((StackWalker) walker, action == null ? null : new Each(action), Hooks.self());
    }

    private static Object walk(StackWalker walker, Function<Stream<StackWalker.StackFrame>, Object> function,
            Control me) {
        me.initialiserTells();
        Hooks.suspend();
        try {
            return walker.walk(function == null ? null : new Unseen(function, me));
        } finally {
            Hooks.resume(me);
        }
    }

    /** What {@code forEach} does with the frames. */
    private record Each(Consumer<? super StackWalker.StackFrame> action)
            implements Function<Stream<StackWalker.StackFrame>, Object> {
        @Override
        public Object apply(Stream<StackWalker.StackFrame> frames) {
            frames.forEach(action);
            return null;
        }
    }

    /** Runs the program's function, in the midst of a walk that is not to be seen, on the frames that it may see. */
    private record Unseen(Function<Stream<StackWalker.StackFrame>, Object> function, Control me)
            implements Function<Stream<StackWalker.StackFrame>, Object> {
        @Override
        public Object apply(Stream<StackWalker.StackFrame> frames) {
            Stream<StackWalker.StackFrame> shown = frames.filter(new Shown());
            Hooks.resume(me);
            try {
                return function.apply(shown);
            } finally {
                Hooks.suspend();
            }
        }
    }

    /** Which frames of a stack the program may see, asked of one after the other, the innermost first. */
    private static final class Shown implements Predicate<StackWalker.StackFrame> {
        private enum Part { WALK, PROGRAM, RUNTIME, LAUNCHER }

        private Part part = Part.WALK;

        @Override
        public boolean test(StackWalker.StackFrame frame) {
            String type = frame.getClassName();
            if (part == Part.WALK && !isWalk(type)) {
                part = isRuntime(type) ? Part.RUNTIME : Part.PROGRAM;
            }
            if (part == Part.PROGRAM && type.equals(StackTraces.MAIN)) {
                part = Part.LAUNCHER;
            }
            return part == Part.RUNTIME || part == Part.PROGRAM && !StackTraces.isInserted(type, method(frame));
        }

        /** Null if the walker drops what it knows of methods. */
        private static String method(StackWalker.StackFrame frame) {
            try {
                return frame.getMethodName();
            } catch (UnsupportedOperationException e) {
                return null;
            }
        }
    }

    private static boolean isWalk(String type) {
        return type.equals("java.lang.StackWalker") || type.startsWith(WalkHooks.class.getName());
    }

    private static boolean isRuntime(String type) {
        return ClassInfo.isOfRuntime(type);
    }

    public static Object callerClass(Object walker) {
        Control me = Hooks.suspend();
        try {
            // Whether it may tell of classes, it says itself.
            ((StackWalker) walker).getCallerClass();
            List<StackWalker.StackFrame> frames = CLASSES.walk(new Callers());
            if (frames.size() < 2) {
                String found = DETAILS
                        ? ": [" + (frames.isEmpty() ? "null" : frames.get(0).getClassName() + " ") + ", null]" : "";
                throw new IllegalCallerException("no caller frame" + found);
            }
            if (frames.get(0).getMethodName().equals("<clinit>")) {
                // Who needs the class, which is no part of the initialiser as the callers of its methods are.
                me.initialiserTells();
            }
            return frames.get(1).getDeclaringClass();
        } finally {
            Hooks.resume(me);
        }
    }

    /** The method that asks for its caller, and the caller. */
    private record Callers() implements Function<Stream<StackWalker.StackFrame>, List<StackWalker.StackFrame>> {
        @Override
        public List<StackWalker.StackFrame> apply(Stream<StackWalker.StackFrame> frames) {
            List<StackWalker.StackFrame> found = new ArrayList<>();
            Shown shown = new Shown();
            java.util.Iterator<StackWalker.StackFrame> all = frames.iterator();
            while (found.size() < 2 && all.hasNext()) {
                StackWalker.StackFrame frame = all.next();
                if (shown.test(frame) && !frame.getClassName().startsWith("java.lang.invoke.")) {
                    found.add(frame);
                }
            }
            return found;
        }
    }
}

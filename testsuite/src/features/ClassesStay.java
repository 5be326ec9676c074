import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Everything by which a program could tell that it is run once more with the same classes. Three threads add 1 six times each, in so many
 * ways that there are more than 1,000 executions. Each prints what the first one does, and what a plain JVM does: all statics have what the
 * initialisers give them.
 */
public class ClassesStay {
    static int count;
    static final int STATED = 5;
    static final Integer BOXED = 300;
    static final List<String> LIST = new ArrayList<>();
    static String text = "text";
    static long wide = 1L << 40;
    static double real = 0.5;
    static final Object LOCK = new Object();
    static final ThreadLocal<int[]> LOCAL = ThreadLocal.withInitial(() -> new int[1]);

    enum Level {
        LOW, HIGH { @Override int weight() { return 7 + uses; } };

        int uses;
        static final Map<String, Level> BY_NAME = new java.util.HashMap<>();

        static {
            for (Level level : values()) {
                BY_NAME.put(level.name().toLowerCase(), level);
            }
        }

        int weight() {
            return uses;
        }
    }

    interface Constants {
        int[] NUMBERS = {1, 2, 3};
        Supplier<Integer> FIRST = () -> NUMBERS[0];
        int PARSED = Integer.parseInt("12");
        String STATED = "stated";
    }

    /** Its code names the constants as its own. */
    static class Inherits implements Constants {
        static int bump() {
            return ++NUMBERS[1] + PARSED;
        }
    }

    interface WithDefault {
        AtomicInteger MADE = new AtomicInteger(40);

        default int next() {
            return MADE.incrementAndGet();
        }
    }

    static class UsesDefault implements WithDefault {}

    static class Base {
        static final List<String> ORDER = new ArrayList<>();

        static {
            ORDER.add("base");
        }
    }

    static class Derived extends Base {
        static int begun;

        static {
            ORDER.add("derived");
            begun = Nested.LENGTH;
        }
    }

    static class Nested {
        static final int LENGTH;

        static {
            Base.ORDER.add("nested " + Derived.begun);
            LENGTH = Base.ORDER.size();
        }
    }

    record Point(int x, int y) {
        static int made;
        static final Point ORIGIN = new Point(0, 0);

        Point {
            made++;
        }
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {
        static int circles;
    }

    record Square(int side) implements Shape {}

    static class Holder {
        static final IntSupplier NEXT;

        static {
            int[] own = {10};
            NEXT = () -> ++own[0];
        }
    }

    static class Handles {
        static int field = 3;
        static final VarHandle FIELD;

        static {
            try {
                FIELD = MethodHandles.lookup().findStaticVarHandle(Handles.class, "field", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    static final ClassValue<int[]> VALUES = new ClassValue<>() {
        @Override
        protected int[] computeValue(Class<?> type) {
            return new int[] {type.getSimpleName().length()};
        }
    };

    @Retention(RetentionPolicy.RUNTIME)
    @interface Marked {
        String value() default "mark";
    }

    @Marked("here")
    static class Annotated {
        public static final Object SOME = new Object();
        static final int CONSTANT = 4;
        private static volatile int changing;
    }

    static class Walks {
        static final String CALLERS = StackWalker.getInstance()
                .walk(frames -> frames.map(frame -> frame.getMethodName()).limit(2).toList()).toString();
    }

    static String which(String name) {
        switch (name) {
            case "Aa":
                return "first";
            case "BB":
                return "second";
            default:
                return "none";
        }
    }

    static int of(Level level) {
        return switch (level) {
            case LOW -> 1;
            case HIGH -> 2;
        };
    }

    static String tells() throws Exception {
        StringBuilder out = new StringBuilder();
        LIST.add("x");
        BOXED.hashCode();
        Level.HIGH.uses += 2;
        out.append(count).append(LIST).append(text).append(wide).append(real).append(STATED).append(BOXED);
        text += "!";
        wide++;
        real *= 2;
        out.append(' ').append(Level.valueOf("HIGH").weight()).append(Level.BY_NAME.get("high").uses)
                .append(Level.class.getEnumConstants()[1] == Level.HIGH).append(of(Level.LOW));
        EnumMap<Level, Integer> levels = new EnumMap<>(Level.class);
        levels.put(Level.LOW, 1);
        out.append(levels);
        Constants.NUMBERS[0]++;
        out.append(' ').append(Constants.FIRST.get()).append(Inherits.bump()).append(Constants.STATED);
        out.append(' ').append(new UsesDefault().next()).append(Derived.begun).append(Base.ORDER);
        out.append(' ').append(new Point(1, 2)).append(Point.made).append(Point.ORIGIN.equals(new Point(0, 0)));
        Shape shape = new Circle(++Circle.circles);
        out.append(shape).append(Shape.class.isSealed()).append(Shape.class.getPermittedSubclasses().length);
        out.append(' ').append(Holder.NEXT.getAsInt()).append(Holder.NEXT.getAsInt());
        out.append((int) Handles.FIELD.getAndAdd(1)).append(Handles.field);
        out.append(' ').append(VALUES.get(Point.class)[0]++).append(VALUES.get(Point.class)[0]).append(VALUES.get(String.class)[0]++);
        Marked marked = Annotated.class.getAnnotation(Marked.class);
        out.append(marked.value()).append(marked == Annotated.class.getAnnotation(Marked.class));
        for (Field field : Annotated.class.getDeclaredFields()) {
            out.append(' ').append(Modifier.toString(field.getModifiers())).append(' ').append(field.getName());
        }
        Field some = Annotated.class.getField("SOME");
        try {
            some.setAccessible(true);
            some.set(null, "other");
            out.append("set");
        } catch (IllegalAccessException e) {
            out.append(" final");
        }
        try {
            MethodHandles.lookup().unreflectSetter(some);
            out.append("setter");
        } catch (IllegalAccessException e) {
            out.append(" no setter");
        }
        try {
            MethodHandles.lookup().findStaticSetter(Annotated.class, "SOME", Object.class);
            out.append("setter");
        } catch (IllegalAccessException e) {
            out.append(" none by name");
        }
        VarHandle handle = MethodHandles.lookup().findStaticVarHandle(Annotated.class, "SOME", Object.class);
        out.append(handle.isAccessModeSupported(VarHandle.AccessMode.SET));
        out.append(Arrays.toString(Annotated.class.getDeclaredMethods()));
        for (Field field : Constants.class.getDeclaredFields()) {
            out.append(' ').append(Modifier.toString(field.getModifiers()));
        }
        out.append(Annotated.changing++);
        out.append(' ').append(Walks.CALLERS).append(which("BB")).append(ClassesStay.class.desiredAssertionStatus());
        out.append(LOCAL.get()[0]++).append(LOCK != null);
        out.append(Runnable.class.cast((Runnable) () -> count++).getClass() == null);
        return out.toString();
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger shared = new AtomicInteger();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 6; round++) {
                    int seen;
                    do {
                        seen = shared.get();
                    } while (!shared.compareAndSet(seen, seen + 1));
                }
            });
        }
        String told = tells();
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(told + " " + shared + " " + count++);
    }
}

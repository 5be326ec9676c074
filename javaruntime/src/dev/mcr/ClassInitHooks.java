package dev.mcr;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import jdk.internal.vm.annotation.Hidden;

/**
 * What methods of the JDK call before they make the JVM initialise a class of the program, so that the thread competes
 * for it first ({@link ClassInit}). The JDK also remembers which classes were initialised when it last looked (in
 * method handles and accessors): that is no memory of the thread's, so what concerns a class for which threads compete
 * is asked anew each time.
 */
public final class ClassInitHooks {
    private ClassInitHooks() {}

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final long MEMBER_CLASS = Internals.offset("java.lang.invoke.MemberName", "clazz");
    private static final long MADE_CLASS =
            Internals.offset("java.lang.invoke.DirectMethodHandle$Constructor", "instanceClass");
    private static final long STREAM_CLASS = Internals.offset("java.io.ObjectStreamClass", "cl");
    /** Since then {@code Class.forName} finds its caller before it calls a method that is hooked itself. */
    private static final boolean FINDS_CALLER = Runtime.version().feature() >= 18;

    /** {@code Class.copyConstructors}: those of a class are about to be told. */
    public static void constructorsTold(Constructor<?>[] constructors) {
        MemberHooks.inOrder(constructors);
    }

    @Hidden
    private static void needs(Class<?> type) {
        if (type == null || !ClassInit.isOfProgram(type)) {
            return;
        }
        Control me = Hooks.self();
        if (me != null) {
            ClassInit.beforeJdk(me, type);
            return;
        }
        int unseen = Unseen.reveal();
        if (unseen > 0) {
            try {
                ClassInit.beforeJdk(Hooks.running, type);
            } finally {
                Unseen.hide(unseen);
            }
        }
    }

    /**
     * A {@code Method} or {@code Constructor} is invoked: the JVM initialises its class, whether it is static or not.
     */
    @Hidden
    public static void invokes(Object executable, int site) {
        needs(((Executable) executable).getDeclaringClass());
    }

    /** A {@code Method} is invoked: whether a hook stands for it. */
    public static boolean isSubstituted(Object method) {
        Control me = Hooks.self();
        AccessFlags.look(me, method);
        return me != null && Substitutes.hook((Method) method) != null;
    }

    /** {@code Constructor.newInstance}. */
    public static void constructs(Object constructor) {
        AccessFlags.look(Hooks.self(), constructor);
    }

    public static Object invoke(Object method, Object target, Object[] arguments)
            throws IllegalAccessException, InvocationTargetException {
        return Substitutes.invoke((Method) method, target, arguments);
    }

    @Hidden
    public static void forName(String name) throws ClassNotFoundException {
        if (!FINDS_CALLER && Hooks.self() != null) {
            forName(name, true, callerOfForName().getClassLoader());
        }
    }

    private static Class<?> callerOfForName() {
        Control me = Hooks.suspend();
        try {
            return STACK.walk(frames -> frames.skip(2).findFirst().get().getDeclaringClass());
        } finally {
            Hooks.resume(me);
        }
    }

    @Hidden
    public static void forName(String name, Class<?> caller) throws ClassNotFoundException {
        forName(name, true, caller == null ? ClassLoader.getSystemClassLoader() : caller.getClassLoader());
    }

    @Hidden
    public static void forName(String name, boolean initialise, ClassLoader loader) throws ClassNotFoundException {
        if (initialise && loader != null && Hooks.self() != null) {
            needs(Class.forName(name, false, loader));
        }
    }

    @Hidden
    public static void forName(String name, boolean initialise, ClassLoader loader, Class<?> caller)
            throws ClassNotFoundException {
        forName(name, initialise, loader);
    }

    @Hidden
    public static void needs(Object unsafe, Class<?> type) {
        if (!ClassInit.asksJvm()) {
            needs(type);
        }
    }

    /** Whether hooks say whether a class should be initialised. */
    public static boolean answers(Object unsafe) {
        return !ClassInit.asksJvm() && (Initialisation.anyTells() || KeptClasses.stay()) && Hooks.self() != null;
    }

    /** Where threads compete for a class, each has to ask: the JDK must never take it for initialised. */
    public static boolean shouldBeInitialized(Object unsafe, Class<?> type) {
        KeptClasses.stateAsked(type);
        return ClassInit.isContested(type) || ClassInit.shouldBeInitialized(type);
    }

    public static boolean controls() {
        return Hooks.self() != null;
    }

    /**
     * A method handle for a static member is used: initialises its class, and says whether that need not be done
     * another time.
     */
    @Hidden
    public static boolean checkInitialized(Object member) {
        Class<?> type = (Class<?>) ClassInfo.UNSAFE.getReference(member, MEMBER_CLASS);
        needs(type);
        ClassInit.initialise(type);
        return !ClassInit.isContested(type) && !ClassInit.shouldBeInitialized(type);
    }

    /** A method handle for a constructor is used. */
    @Hidden
    public static void allocates(Object handle) {
        needs((Class<?>) ClassInfo.UNSAFE.getReference(handle, MADE_CLASS));
    }

    @Hidden
    /** {@code assert} asks for it in the static initialiser of its class. */
    public static void assertionsAsked(Object type) {
        Control me = Loaders.isOfPlatform((Class<?>) type) ? null : Hooks.self();
        if (me != null && Defaults.look(Defaults.ASSERTIONS)) {
            ClassInit.assertionsAsked(me, Versions.now(Versions.ofState(Defaults.ASSERTIONS)));
        }
    }

    public static void constants(Object type) {
        if (((Class<?>) type).isEnum()) {
            needs((Class<?>) type);
        }
    }

    @Hidden
    public static void deserializes(Object streamClass) {
        needs((Class<?>) ClassInfo.UNSAFE.getReference(streamClass, STREAM_CLASS));
    }

    /** The JDK reads the serial version of a class, once. */
    @Hidden
    public static void describes(Class<?> type, boolean all) {
        Control me = Hooks.self();
        if (me != null && ClassInit.isContested(type) && declaresVersion(type)) {
            needs(type);
        }
    }

    private static boolean declaresVersion(Class<?> type) {
        Control me = Hooks.suspend();
        try {
            Field version = type.getDeclaredField("serialVersionUID");
            return Modifier.isStatic(version.getModifiers()) && Modifier.isFinal(version.getModifiers());
        } catch (NoSuchFieldException | LinkageError e) {
            return false;
        } finally {
            Hooks.resume(me);
        }
    }
}

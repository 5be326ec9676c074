package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;

/**
 * Calls of methods that hooks stand for ({@code Object.wait}, {@code System.arraycopy}, {@code Thread.sleep} ...), made
 * by reflection or through method handles: they get to the same hooks as calls by instruction, which the rewriter
 * replaces. Which methods these are, the rewriter's policy says.
 */
final class Substitutes {
    private Substitutes() {}

    /** For methods of the JDK that were invoked by reflection their hooks; null for those that have none. */
    private static final HashMap<Method, Method> HOOKS = new HashMap<>();

    /** The place of the current call, which the last argument of a hook is. Made with the first handle, unseen. */
    private static final class Place {
        static final MethodHandle NOW;

        static {
            try {
                NOW = MethodHandles.lookup().findStatic(Substitutes.class, "place", MethodType.methodType(int.class));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static int place() {
        Control me = Hooks.self();
        return me == null ? 0 : me.callSite;
    }

    /** The hook that stands for calls of a method, or null. */
    static Method hook(Method method) {
        if (method.getDeclaringClass().getClassLoader() != null) {
            return null;
        }
        Control unseen = Hooks.suspend();
        try {
            if (!HOOKS.containsKey(method)) {
                HOOKS.put(method, find(method.getDeclaringClass(), method.getName(), type(method), isStatic(method)));
            }
            return HOOKS.get(method);
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** Name and descriptor. */
    static String described(Method method) {
        Control unseen = Hooks.suspend();
        try {
            return method.getName() + type(method).toMethodDescriptorString();
        } finally {
            Hooks.resume(unseen);
        }
    }

    static MethodType type(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    }

    private static boolean isStatic(Method method) {
        return Modifier.isStatic(method.getModifiers());
    }

    /**
     * Unseen. The method of {@link CallHooks} takes the receiver as an {@code Object}, the arguments, and the place.
     */
    private static Method find(Class<?> owner, String name, MethodType type, boolean isStatic) {
        String hook = Native.substitute(owner.getName(), name, type.toMethodDescriptorString(), isStatic);
        if (hook == null) {
            return null;
        }
        MethodType taken = (isStatic ? type : type.insertParameterTypes(0, Object.class))
                .appendParameterTypes(int.class);
        try {
            return CallHooks.class.getMethod(hook, taken.parameterArray());
        } catch (NoSuchMethodException e) {
            throw new NoSuchMethodError(e.getMessage());
        }
    }

    /** Calls the hook of a method as {@code Method.invoke} would call the method. */
    static Object invoke(Method method, Object target, Object[] arguments)
            throws IllegalAccessException, InvocationTargetException {
        int given = arguments == null ? 0 : arguments.length;
        int receiver = isStatic(method) ? 0 : 1;
        if (receiver == 1 && !method.getDeclaringClass().isInstance(target) || given != method.getParameterCount()) {
            return refused(method, target, arguments);
        }
        Object[] all = new Object[receiver + given + 1];
        if (receiver == 1) {
            all[0] = target;
        }
        for (int i = 0; i < given; i++) {
            all[receiver + i] = arguments[i];
        }
        all[receiver + given] = place();
        try {
            return hook(method).invoke(null, all);
        } catch (InvocationTargetException e) {
            if (e.getCause() == Stop.STOP) {
                throw Stop.STOP;
            }
            throw e;
        }
    }

    /** The JDK finds what is wrong with the arguments, and says so. */
    private static Object refused(Method method, Object target, Object[] arguments)
            throws IllegalAccessException, InvocationTargetException {
        Control unseen = Hooks.suspend();
        try {
            return method.invoke(target, arguments);
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** What a program gets that has made this handle for a method of a class. */
    static MethodHandle handle(MethodHandle made, Class<?> owner, String name, MethodType type, boolean isStatic) {
        Control unseen = Hooks.suspend();
        try {
            Method hook = find(owner, name, type, isStatic);
            return hook == null ? made : placed(hook).asType(made.type());
        } finally {
            Hooks.resume(unseen);
        }
    }

    static MethodHandle handle(MethodHandle made, Method method) {
        return handle(made, method.getDeclaringClass(), method.getName(), type(method), isStatic(method));
    }

    /** The same for {@code Lookup.bind}. */
    static MethodHandle bound(MethodHandle made, Object receiver, String name, MethodType type) {
        Control unseen = Hooks.suspend();
        try {
            Method hook = find(receiver.getClass(), name, type, false);
            return hook == null ? made : placed(hook).bindTo(receiver).asType(made.type());
        } finally {
            Hooks.resume(unseen);
        }
    }

    private static MethodHandle placed(Method hook) {
        try {
            MethodHandle handle = MethodHandles.lookup().unreflect(hook);
            return MethodHandles.collectArguments(handle, handle.type().parameterCount() - 1, Place.NOW);
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }
}

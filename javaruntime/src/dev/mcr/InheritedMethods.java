package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/**
 * Methods that a class of the program has inherited from one of the JDK which is not rewritten, called by reflection or
 * through a handle: such a call is an update of the object's version, as it is by instruction ({@link Calls}). Which
 * method it is, a {@code Method} says, and a handle that has been looked up; of one that was made of others it is not
 * known, and it may be any.
 */
final class InheritedMethods {
    private InheritedMethods() {}

    /** May look at every handle. */
    static final MethodHandles.Lookup LOOKUP =
            (MethodHandles.Lookup) StaticField.of(MethodHandles.Lookup.class, "IMPL_LOOKUP").get();

    /** Whether a call by reflection or through a handle may run such a method of this object. */
    static boolean called(CollectedCall call, Object receiver) {
        if (receiver == null || !ClassInfo.of(receiver.getClass()).opaqueSuper) {
            return false;
        }
        return call.method == null ? mayBe(call.invoked, receiver) : isInherited(call.method, receiver);
    }

    /** Whether a handle is being bound to an argument of which it may call such a method. */
    static boolean bound(CollectedCall call, Object argument) {
        return call.bound != null && ClassInfo.of(argument.getClass()).opaqueSuper && mayBe(call.bound, argument);
    }

    /** Whether a method of this object, which is being bound to a handle, is such a method. */
    static boolean bound(Object receiver, String name, MethodType type) {
        if (!ClassInfo.of(receiver.getClass()).opaqueSuper) {
            return false;
        }
        Control unseen = Hooks.suspend();
        try {
            return isDeclared(receiver.getClass(), name, type.parameterArray());
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** Whether a handle may call such a method of this object. */
    private static boolean mayBe(MethodHandle handle, Object receiver) {
        Control unseen = Hooks.suspend();
        try {
            MethodHandleInfo info = LOOKUP.revealDirect(handle);
            return isDeclared(receiver.getClass(), info.getName(), info.getMethodType().parameterArray());
        } catch (IllegalArgumentException e) {
            return true;
        } finally {
            Hooks.resume(unseen);
        }
    }

    /**
     * Whether what an object of a class runs, when this method is called ({@link Native#called}), is declared by a
     * rewritten class or interface of the JDK.
     */
    static boolean isRewritten(Class<?> type, String called) {
        int name = called.indexOf('(');
        if (ChannelCalls.isChannel(type)) {
            return false;
        }
        Control unseen = Hooks.suspend();
        try {
            for (Class<?> c = type; name > 0 && c != null; c = c.getSuperclass()) {
                for (Method method : c.getDeclaredMethods()) {
                    if (is(method, called, name)) {
                        return ClassInfo.of(c).kind == ClassInfo.JDK;
                    }
                }
            }
            for (Method method : type.getMethods()) {
                if (method.isDefault() && is(method, called, name)) {
                    return ClassInfo.of(method.getDeclaringClass()).kind == ClassInfo.JDK;
                }
            }
        } catch (LinkageError e) {
            // A class that a method names does not exist here.
        } finally {
            Hooks.resume(unseen);
        }
        return false;
    }

    private static boolean is(Method method, String called, int name) {
        return name == method.getName().length() && called.startsWith(method.getName())
                && called.startsWith(Substitutes.type(method).toMethodDescriptorString(), name);
    }

    private static boolean isInherited(Method method, Object receiver) {
        Control unseen = Hooks.suspend();
        try {
            return isDeclared(receiver.getClass(), method.getName(), method.getParameterTypes());
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** Whether a class of the JDK that is not rewritten declares what an object of a class would run. */
    private static boolean isDeclared(Class<?> type, String name, Class<?>[] parameters) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            try {
                c.getDeclaredMethod(name, parameters);
                return ClassInfo.of(c).kind == ClassInfo.OPAQUE;
            } catch (NoSuchMethodException | LinkageError e) {
                // Its superclass may have it.
            }
        }
        return false;
    }
}

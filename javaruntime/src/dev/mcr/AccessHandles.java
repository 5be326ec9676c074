package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

/**
 * Method handles that access fields and elements. The program gets a handle of the same type that tells of the access
 * first, so it does not matter how it is invoked, bound or combined.
 */
final class AccessHandles {
    private AccessHandles() {}

    /** What is told of an access. Made with the first handle, unseen. */
    private static final class Told {
        static final MethodHandle READS = find("reads", Field.class, Object.class);
        static final MethodHandle WRITES = find("writes", Field.class, Object.class, Object.class);
        static final MethodHandle LOADS = find("loads", Object.class, int.class);
        static final MethodHandle STORES = find("stores", Object.class, int.class, Object.class);
        static final MethodHandle PERFORMS = find("performs", VarHandle.class, String.class, Object[].class);
        static final MethodHandle INVOKES = find("invokes", String.class, Object[].class);

        private static MethodHandle find(String name, Class<?>... parameters) {
            try {
                return MethodHandles.lookup()
                        .findStatic(AccessHandles.class, name, MethodType.methodType(void.class, parameters));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The handle that reads or writes a field of this class, which finds it by name and type. */
    static MethodHandle ofField(MethodHandle access, Class<?> type, String name, Class<?> fieldType) {
        Control me = Hooks.suspend();
        try {
            Field field = field(type, name, fieldType);
            return field == null ? access : ofField(access, field);
        } finally {
            Hooks.resume(me);
        }
    }

    static MethodHandle ofField(MethodHandle access, Field field) {
        Control me = Hooks.suspend();
        try {
            MethodType type = access.type();
            boolean reads = type.returnType() != void.class;
            MethodHandle told = (reads ? Told.READS : Told.WRITES).bindTo(field);
            if (type.parameterCount() == (reads ? 0 : 1)) {
                // A static field has no target.
                told = MethodHandles.insertArguments(told, 0, (Object) null);
            }
            return telling(access, told);
        } finally {
            Hooks.resume(me);
        }
    }

    /** What takes the place of a handle that is a constant of a class file, in this execution. */
    private static IdentityMap constants = new IdentityMap();

    static void reset() {
        constants = new IdentityMap();
    }

    static MethodHandle ofConstant(MethodHandle constant) {
        MethodHandle known = (MethodHandle) constants.get(constant);
        if (known == null) {
            Control me = Hooks.suspend();
            try {
                known = substitute(constant);
            } finally {
                Hooks.resume(me);
            }
            constants.put(constant, known);
        }
        return known;
    }

    private static MethodHandle substitute(MethodHandle constant) {
        MethodHandleInfo found;
        try {
            found = InheritedMethods.LOOKUP.revealDirect(constant);
        } catch (IllegalArgumentException e) {
            // It was made of others, and tells through these.
            return constant;
        }
        Class<?> owner = found.getDeclaringClass();
        MethodType type = found.getMethodType();
        switch (found.getReferenceKind()) {
            case MethodHandleInfo.REF_getField, MethodHandleInfo.REF_getStatic:
                return ofField(constant, owner, found.getName(), type.returnType());
            case MethodHandleInfo.REF_putField, MethodHandleInfo.REF_putStatic:
                return ofField(constant, owner, found.getName(), type.parameterType(0));
            case MethodHandleInfo.REF_invokeVirtual, MethodHandleInfo.REF_invokeInterface:
                return Substitutes.handle(constant, owner, found.getName(), type, false);
            case MethodHandleInfo.REF_invokeStatic:
                return Substitutes.handle(constant, owner, found.getName(), type, true);
            default:
                return constant;
        }
    }

    /** {@code MethodHandles.arrayElementGetter} and {@code arrayElementSetter}. */
    static MethodHandle ofElements(MethodHandle access) {
        Control me = Hooks.suspend();
        try {
            return telling(access, access.type().returnType() != void.class ? Told.LOADS : Told.STORES);
        } finally {
            Hooks.resume(me);
        }
    }

    /** {@code VarHandle.toMethodHandle}. */
    static MethodHandle ofHandle(MethodHandle access, VarHandle handle, VarHandle.AccessMode mode) {
        Control me = Hooks.suspend();
        try {
            return telling(access,
                    collecting(MethodHandles.insertArguments(Told.PERFORMS, 0, handle, mode.methodName()), access));
        } finally {
            Hooks.resume(me);
        }
    }

    /** {@code MethodHandles.varHandleInvoker}: the handle is the first argument. */
    static MethodHandle ofInvoker(MethodHandle access, VarHandle.AccessMode mode) {
        Control me = Hooks.suspend();
        try {
            return telling(access, collecting(Told.INVOKES.bindTo(mode.methodName()), access));
        } finally {
            Hooks.resume(me);
        }
    }

    private static MethodHandle collecting(MethodHandle told, MethodHandle access) {
        return told.asCollector(Object[].class, access.type().parameterCount());
    }

    /** Calls {@code told} with the arguments, and then {@code access}. */
    private static MethodHandle telling(MethodHandle access, MethodHandle told) {
        return MethodHandles.foldArguments(access, told.asType(access.type().changeReturnType(void.class)));
    }

    private static Field field(Class<?> type, String name, Class<?> fieldType) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (field.getName().equals(name) && field.getType() == fieldType) {
                    return field;
                }
            }
            for (Class<?> implemented : c.getInterfaces()) {
                Field constant = field(implemented, name, fieldType);
                if (constant != null) {
                    return constant;
                }
            }
        }
        return null;
    }

    private static void reads(Field field, Object target) {
        Control me = Hooks.self();
        if (me != null) {
            Reflection.read(me, field, target, me.callSite);
        }
    }

    private static void writes(Field field, Object target, Object value) {
        Control me = Hooks.self();
        if (me != null) {
            me.changes();
            Reflection.write(me, field, target, value, me.callSite);
        }
    }

    private static void loads(Object array, int index) {
        Control me = Hooks.self();
        if (me != null && array != null && Names.isShared(me, array) && index >= 0 && index < ClassInfo.length(array)) {
            Access.readElementNow(me, array, index, me.callSite);
        }
    }

    private static void stores(Object array, int index, Object value) {
        Control me = Hooks.self();
        if (me == null || array == null) {
            return;
        }
        me.changes();
        if (Names.isShared(me, array)) {
            boolean reference = ClassInfo.of(array.getClass()).element == 'L';
            Access.writeElement(me, array, index, reference ? Names.of(me, value) : Reflection.bits(value),
                    me.callSite);
        } else if (StoreBuffers.partial) {
            EarlyWrites.element(me, array, index);
        }
    }

    private static void performs(VarHandle handle, String method, Object[] arguments) {
        Control me = Hooks.self();
        if (me != null) {
            me.changes();
            AtomicAccess.perform(me, handle, method, arguments);
        }
    }

    private static void invokes(String method, Object[] arguments) {
        if (arguments[0] != null) {
            performs((VarHandle) arguments[0], method, Copies.from(arguments, 1));
        }
    }
}

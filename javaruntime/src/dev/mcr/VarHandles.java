package dev.mcr;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.List;

/** What handles ({@code VarHandle}) are for: a field, or the elements of arrays. It is found once for each of them. */
final class VarHandles {
    private VarHandles() {}

    /** Handles of the JDK, and those of this execution. */
    private static final IdentityMap JDK_HANDLES = new IdentityMap();
    private static IdentityMap handles = new IdentityMap();

    static void reset() {
        handles = new IdentityMap();
    }

    /** What a handle is for: a field, or the elements of arrays. */
    static final class Handle {
        final int coordinates;
        final boolean elements;
        /** Null if it is for something else. */
        final ClassInfo.FieldInfo field;
        final String owner;
        /** Where a static field is. */
        final Object base;

        private Handle(int coordinates, boolean elements, ClassInfo.FieldInfo field, String owner, Object base) {
            this.coordinates = coordinates;
            this.elements = elements;
            this.field = field;
            this.owner = owner;
            this.base = base;
        }

        boolean isKnown() {
            return elements || field != null;
        }
    }

    static Handle of(VarHandle handle) {
        Object known = JDK_HANDLES.get(handle);
        if (known == null) {
            known = handles.get(handle);
        }
        if (known == null) {
            Handle found = findUnseen(handle);
            (found.owner != null && found.owner.startsWith("java.") ? JDK_HANDLES : handles).put(handle, found);
            known = found;
        }
        return (Handle) known;
    }

    private static Handle findUnseen(VarHandle handle) {
        Control me = Hooks.suspend();
        try {
            return find(handle);
        } finally {
            Hooks.resume(me);
        }
    }

    private static Handle find(VarHandle handle) {
        List<Class<?>> coordinates = handle.coordinateTypes();
        int count = coordinates.size();
        if (count == 2) {
            boolean elements = coordinates.get(0).isArray()
                    && coordinates.get(0).getComponentType() == handle.varType();
            return new Handle(count, elements, null, null, null);
        }
        Handle inherited = count == 1 ? ofOffset(handle, coordinates.get(0)) : null;
        if (inherited != null) {
            return inherited;
        }
        VarHandle.VarHandleDesc described = handle.describeConstable().orElse(null);
        Handle field = described == null || count > 1 ? null : find(handle, described, count == 0);
        return field == null ? new Handle(count, false, null, null, null) : field;
    }

    private static Handle find(VarHandle handle, VarHandle.VarHandleDesc described, boolean isStatic) {
        ConstantDesc[] arguments = described.bootstrapArgs();
        String bootstrap = (isStatic ? ConstantDescs.BSM_VARHANDLE_STATIC_FIELD : ConstantDescs.BSM_VARHANDLE_FIELD)
                .methodName();
        if (!described.bootstrapMethod().methodName().equals(bootstrap) || arguments.length == 0
                || !(arguments[0] instanceof ClassDesc)) {
            return null;
        }
        String descriptor = ((ClassDesc) arguments[0]).descriptorString();
        String owner = descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
        String name = described.constantName();
        Class<?> declaring = isStatic ? ownerOfStatic(handle, owner)
                : Places.upTo(handle.coordinateTypes().get(0), owner);
        if (declaring == null) {
            return null;
        }
        long key = Access.key(declaring, name, handle.varType());
        return isStatic ? ofStatic(declaring, name, key) : ofInstance(handle.coordinateTypes().get(0), owner, key);
    }

    /**
     * What a handle for an instance field is for, by where the field is: asked of a subclass, the JDK cannot describe a
     * handle for a field that this inherits.
     */
    private static Handle ofOffset(VarHandle handle, Class<?> type) {
        for (Class<?> c = handle.getClass(); c != VarHandle.class; c = c.getSuperclass()) {
            try {
                Field declared = c.getDeclaredField("fieldOffset");
                long offset = ClassInfo.UNSAFE.getLong(handle, ClassInfo.UNSAFE.objectFieldOffset(declared));
                for (ClassInfo.FieldInfo field : ClassInfo.of(type).fields()) {
                    if (field.offset == offset) {
                        return new Handle(1, false, field, type.getName(), null);
                    }
                }
                return null;
            } catch (NoSuchFieldException e) {
                // It is declared in a superclass, or there is none. (Unsafe would throw an InternalError, at which the
                // JVM forgets the scoped values of the thread.)
            }
        }
        return null;
    }

    private static Handle ofInstance(Class<?> type, String owner, long key) {
        for (ClassInfo.FieldInfo field : ClassInfo.of(type).fields()) {
            if (field.key == key) {
                return new Handle(1, false, field, owner, null);
            }
        }
        return null;
    }

    private static Handle ofStatic(Class<?> owner, String name, long key) {
        try {
            Field field = owner.getDeclaredField(name);
            return new Handle(0, false, ClassInfo.FieldInfo.of(field, key), owner.getName(),
                    ClassInfo.UNSAFE.staticFieldBase(field));
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }

    /**
     * The class that has the static field of a handle. A handle describes it by its name alone; but it has the object
     * that the JVM keeps the field in.
     */
    private static Class<?> ownerOfStatic(VarHandle handle, String name) {
        for (Class<?> c = handle.getClass(); c != VarHandle.class; c = c.getSuperclass()) {
            try {
                Object base = ClassInfo.UNSAFE.getReference(handle,
                        ClassInfo.UNSAFE.objectFieldOffset(c.getDeclaredField("base")));
                if (base instanceof Class<?> && ((Class<?>) base).getName().equals(name)) {
                    return (Class<?>) base;
                }
            } catch (NoSuchFieldException e) {
                // Further up, or another kind of handle.
            }
        }
        try {
            return Class.forName(name, false, Driver.loader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}

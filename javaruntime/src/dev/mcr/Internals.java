package dev.mcr;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** What the JDK keeps to itself: its classes, methods and fields that are not public, by their names. */
final class Internals {
    private Internals() {}

    private static final jdk.internal.misc.Unsafe UNSAFE = jdk.internal.misc.Unsafe.getUnsafe();
    private static final long OVERRIDE = UNSAFE.objectFieldOffset(AccessibleObject.class, "override");

    /** A class that every JDK has; it is initialised. */
    static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(name);
        }
    }

    /** A class that not every JDK has, or null. It is not initialised, as it may never be used. */
    static Class<?> find(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** A public method of any class, which may inherit it, or null. The first who asks does so unseen. */
    static Method publicMethod(Class<?> type, String name, Class<?>... parameters) {
        Control unseen = Hooks.suspend();
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException | LinkageError e) {
            return null;
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** A method that every JDK has; it can be called. */
    static Method method(Class<?> type, String name, Class<?>... parameters) {
        try {
            Method method = type.getDeclaredMethod(name, parameters);
            makeAccessible(method);
            return method;
        } catch (NoSuchMethodException e) {
            throw new NoSuchMethodError(e.getMessage());
        }
    }

    /** Calls such a method, which throws what it throws. */
    static Object invoke(Method method, Object receiver, Object... arguments) {
        try {
            return method.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            UNSAFE.throwException(e.getCause());
            throw new AssertionError(e);
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    /** Lets a member be used whoever asks. */
    static void makeAccessible(AccessibleObject member) {
        UNSAFE.putBoolean(member, OVERRIDE, true);
    }

    /** Where a field of the objects of a class is. */
    static long offset(String type, String field) {
        return UNSAFE.objectFieldOffset(type(type), field);
    }

    /** Where those of these fields are that the objects of a class have in this release, be they inherited. */
    static long[] offsets(Class<?> type, String... names) {
        long[] found = new long[names.length];
        int count = 0;
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            for (Field field : fields(c)) {
                for (String name : names) {
                    if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
                        found[count++] = UNSAFE.objectFieldOffset(field);
                    }
                }
            }
        }
        return Copies.of(found, count);
    }

    /** Eight bytes of the object of a class, which the JVM has linked: before, it does not say what methods there are. */
    static long linked(Class<?> type, int offset) {
        type.getDeclaredConstructors();
        return UNSAFE.getLong(type, (long) offset);
    }

    private static final Method DECLARED_FIELDS = method(Class.class, "getDeclaredFields0", boolean.class);

    /** All fields that a class declares, those that reflection hides as well; none if it cannot be asked. */
    static Field[] fields(Class<?> type) {
        try {
            return (Field[]) DECLARED_FIELDS.invoke(type, false);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return new Field[0];
        }
    }

    /** Whether a class has a field of this name in this release. */
    static boolean declares(Class<?> type, String name) {
        for (Field field : fields(type)) {
            if (field.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static final StayingValue<ClassInfo.FieldInfo[]> FIELDS_OF_OBJECTS = new StayingValue<>() {
        @Override
        ClassInfo.FieldInfo[] find(Class<?> type) {
            List<ClassInfo.FieldInfo> found = new ArrayList<>();
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (Field field : fields(c)) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        found.add(ClassInfo.FieldInfo.of(field, 0));
                    }
                }
            }
            return found.toArray(new ClassInfo.FieldInfo[0]);
        }
    };

    /** The fields of the objects of a class, those that it inherits and those that reflection hides as well. */
    static ClassInfo.FieldInfo[] fieldsOfObjects(Class<?> type) {
        return FIELDS_OF_OBJECTS.get(type);
    }
}

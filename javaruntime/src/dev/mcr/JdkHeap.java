package dev.mcr;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * What the JDK can find by itself: through its static fields, through what it knows of classes, and by references that
 * do not keep an object alive.
 *
 * <p>What objects of the program hold is left out, and so is what this runtime does.
 */
final class JdkHeap {
    private static final List<Class<?>> LOADED = new ArrayList<>();

    private final Object sought;
    private final IdentityHashMap<Object, Object> seen = new IdentityHashMap<>(1 << 14);
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    private boolean found;

    private JdkHeap(Object sought) {
        this.sought = sought;
    }

    /** Called by the agent. */
    static void loaded(Class<?> type) {
        LOADED.add(type);
    }

    /** Whether an object is there. */
    static boolean has(Object object) {
        Class<?> type = object.getClass();
        if (type.isHidden() && Loaders.isOfPlatform(type) && Internals.fieldsOfObjects(type).length == 0) {
            // A function that has captured nothing is one object, which its place in the code keeps.
            return true;
        }
        LOADED.clear();
        Native.tellLoaded(JdkHeap.class);
        return new JdkHeap(object).find();
    }

    private boolean find() {
        meet(Driver.loader());
        for (Class<?> type : LOADED) {
            meet(type);
            if (belongsToMcr(type) || ClassInfo.UNSAFE.shouldBeInitialized(type)) {
                continue;
            }
            for (Field field : Internals.fields(type)) {
                if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    meet(new StaticField(field).get());
                }
            }
        }
        for (Object object = waiting.poll(); !found && object != null; object = waiting.poll()) {
            enter(object);
        }
        return found;
    }

    private void enter(Object object) {
        if (object instanceof Object[] array) {
            for (Object element : array) {
                meet(element);
            }
            return;
        }
        if (object instanceof Reference<?> reference && !object.getClass().getName().startsWith("jdk.internal.ref.")) {
            // (A cleaner would refuse to say.)
            meet(reference.get());
        }
        for (ClassInfo.FieldInfo field : Internals.fieldsOfObjects(ofJdk(object))) {
            if (field.kind == 'L' && !(field.name.equals("referent") && object instanceof Reference)) {
                meet(ClassInfo.reference(object, field));
            }
        }
    }

    /** The class of which the fields are looked at: of a loader that is not the JDK's, the one that it extends. */
    private static Class<?> ofJdk(Object object) {
        Class<?> type = object.getClass();
        while (object instanceof ClassLoader && !Loaders.isOfPlatform(type)) {
            type = type.getSuperclass();
        }
        return type;
    }

    private void meet(Object object) {
        if (object == sought) {
            found = true;
        }
        if (found || object == null || object instanceof String || object instanceof Number || object instanceof Thread
                || object instanceof ThreadLocal) {
            return;
        }
        Class<?> type = object.getClass();
        while (type.isArray()) {
            type = type.getComponentType();
        }
        boolean isEntered = object instanceof ClassLoader
                || !type.isPrimitive() && Loaders.definesJdk(type.getClassLoader()) && !belongsToMcr(type);
        if (isEntered && seen.put(object, object) == null) {
            waiting.add(object);
        }
    }

    private static boolean belongsToMcr(Class<?> type) {
        return ClassInfo.isOfRuntime(type.getName());
    }
}

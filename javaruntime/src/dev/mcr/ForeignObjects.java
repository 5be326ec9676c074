package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Objects of the program that the JDK keeps in its static fields when everything has been put back: the next execution
 * would find what an earlier one has left, so that is said, and no more is run.
 *
 * <p>All that can be found through the static fields of the JDK is looked at, but not before each execution: before the
 * second one, and whenever their number has doubled since. What is kept is kept for good, so it is found in the end,
 * unless the exploration ends before.
 *
 * <p>Invariant: classes, loaders and threads of earlier executions are no objects of the program in this sense. The
 * program makes new ones and never meets these again; what it does meet again, {@link KeptClasses} puts back.
 */
final class ForeignObjects {
    private ForeignObjects() {}

    private static int executions;
    private static final List<Class<?>> LOADED = new ArrayList<>();

    /** Called by the agent. */
    static void loaded(Class<?> type) {
        LOADED.add(type);
    }

    /**
     * Which static field of the JDK keeps an object of the program, in words for the user; null if none was found. To
     * be called before each execution.
     */
    static String kept() {
        String field = Registries.foreign();
        if (field == null && executions > 0 && (executions & executions - 1) == 0) {
            LOADED.clear();
            Native.tellLoaded(ForeignObjects.class);
            field = new Walk().find();
        }
        executions++;
        return field == null ? null
                : "the static field " + field
                + " keeps an object of the program over executions, and mcr cannot put it back";
    }

    /** One walk through the heap of the JDK. */
    private static final class Walk {
        private final IdentityHashMap<Object, Object> seen = new IdentityHashMap<>(1 << 14);
        private final ArrayDeque<Object> waiting = new ArrayDeque<>();
        private Object foreign;

        String find() {
            for (Class<?> type : LOADED) {
                if (belongsToJvm(type) || ClassInfo.UNSAFE.shouldBeInitialized(type)) {
                    continue;
                }
                for (Field field : Internals.fields(type)) {
                    if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                        meet(new StaticField(field).get());
                        if (isForeignFound()) {
                            return type.getName() + "." + field.getName() + " (" + foreign.getClass().getName() + ")";
                        }
                    }
                }
            }
            return null;
        }

        private boolean isForeignFound() {
            for (Object object = waiting.poll(); foreign == null && object != null; object = waiting.poll()) {
                if (object instanceof Object[] array) {
                    for (Object element : array) {
                        meet(element);
                    }
                } else {
                    Class<?> type = object.getClass();
                    for (ClassInfo.FieldInfo field : Internals.fieldsOfObjects(type)) {
                        if (field.kind == 'L') {
                            meet(ClassInfo.reference(object, field));
                        }
                    }
                }
            }
            return foreign != null;
        }

        private void meet(Object object) {
            if (object == null || object instanceof String || object instanceof Number || object instanceof Enum
                    || JvmState.has(object) || object instanceof ThreadLocal
                    || object instanceof java.lang.ref.Reference) {
                return;
            }
            Class<?> type = object.getClass();
            while (type.isArray()) {
                type = type.getComponentType();
            }
            if (type.isPrimitive() || belongsToJvm(type) || seen.put(object, object) != null) {
                return;
            }
            if (Loaders.definesJdk(type.getClassLoader())) {
                waiting.add(object);
            } else if (foreign == null && !type.isHidden()) {
                foreign = object;
            }
        }

        /** What the JVM and this runtime do for themselves: all that is kept there of the program are its classes. */
        private static boolean belongsToJvm(Class<?> type) {
            String name = type.getName();
            return ClassInfo.isOfRuntime(name) || name.startsWith("java.lang.invoke.")
                    || name.startsWith("jdk.internal.reflect.")
                    || name.startsWith("java.lang.module.") || name.startsWith("jdk.internal.module.")
                    || name.startsWith("sun.invoke.")
                    || name.startsWith("java.lang.ref.") || name.startsWith("java.lang.reflect.");
        }
    }
}

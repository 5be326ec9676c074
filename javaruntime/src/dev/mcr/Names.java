package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;

/**
 * Gives objects their names, which are the same in every execution (docs/architecture.md, "Names").
 *
 * <p>An object is named when it is first used visibly: (thread, count, class, length). What it contains at that moment is
 * reported as writes of that thread, so a named object is complete, however it was filled before.
 */
final class Names {
    private Names() {}

    /** Objects of the JDK that outlive executions, named by the static field that holds them. */
    private static final ObjectNames PERSISTENT = new ObjectNames(1 << 8);
    /** Names and locations that reports know. */
    private static final LongSet LABELLED = new LongSet();

    private static ObjectNames names = new ObjectNames(1 << 8);

    /** Forgets all objects of the last execution. */
    static void reset() {
        names = new ObjectNames(1 << 8);
    }

    /** Names the main thread, which others can find without being told. */
    static void main(Control main) {
        long name = Hash.text(29, "main");
        names.put(main.thread, name);
        if (LABELLED.add(name)) {
            Native.labelObject(name, "main thread", true);
        }
    }

    /** Whether an object has a name in this execution, so that accesses by JDK code are visible. */
    static boolean isNamed(Object object) {
        return object != null && ObjectNames.isName(names.get(object));
    }

    /** Gives an object the name of another one of which it is a part. */
    static void alias(Object part, long name) {
        names.put(part, name);
    }

    /** Whether an object outlives executions. */
    static boolean isPersistent(Object object) {
        return PERSISTENT.get(object) != 0;
    }

    /**
     * Whether an access of the application to this object is an event. Before an object has a name, no other thread can
     * reach it; if one does all the same, the object has got there through code that is not rewritten, and nothing that was
     * seen of it so far is complete.
     */
    static boolean isShared(Control me, Object object) {
        if (object == null) {
            return false;
        }
        long found = names.get(object);
        if (found == 0) {
            names.mark(object, me.number);
            return false;
        }
        if (ObjectNames.isName(found)) {
            return true;
        }
        if (found != me.number) {
            Native.unsupported("an object of class " + object.getClass().getName()
                    + " has passed from one thread to another through code that is not rewritten");
        }
        return false;
    }

    /** The name of an object. A new one waits in {@link Control#unreported} until its contents are reported. */
    static long of(Control me, Object object) {
        if (object == null) {
            return 0;
        }
        long name = names.get(object);
        if (ObjectNames.isName(name)) {
            return name;
        }
        // Names what the static fields of the class hold.
        ClassInfo info = ClassInfo.of(object.getClass());
        name = PERSISTENT.get(object);
        if (name != 0) {
            return name;
        }
        if (info.kind == ClassInfo.IMMUTABLE) {
            return content(object, info);
        }
        if (object instanceof Enum) {
            name = content(object, info);
            names.put(object, name);
            me.unreported.add(object);
            return name;
        }
        if (info.generated) {
            return lambda(me, object, info);
        }
        boolean silent = me.isSilent();
        if (silent) {
            name = Hash.mix(Hash.mix(me.initialisers.key, info.hash), Initialisation.count(me.initialisers.key));
        } else {
            name = Hash.mix(Hash.mix(me.id + 1, ++me.counts.named), info.hash);
            if (info.namedByHistory || me.namesShared) {
                name = Hash.mix(name, me.history);
            }
        }
        if (info.element != 0) {
            name = Hash.mix(name, ClassInfo.length(object));
        } else if (object instanceof Thread) {
            name = Hash.text(name, ((Thread) object).getName());
        }
        name = Hash.notNull(name);
        give(object, name, info);
        if (silent) {
            Initialisation.madeBy(name, me.initialisers.key);
        }
        me.unreported.add(object);
        me.changes();
        if (info.proxy) {
            // Whoever has the proxy has its handler.
            of(me, Proxy.getInvocationHandler(object));
        }
        return name;
    }

    /** Names an object of a generated class by its class, which is its place, and what it captured. */
    private static long lambda(Control me, Object object, ClassInfo info) {
        long name = info.hash;
        for (ClassInfo.FieldInfo captured : info.fields()) {
            name = Hash.mix(name, Access.fieldValue(me, object, captured));
        }
        if (info.fields().length > 0) {
            long count = me.isSilent() ? Initialisation.count(me.initialisers.key) : ++me.counts.named;
            name = Hash.mix(Hash.mix(me.isSilent() ? me.initialisers.key : me.id + 1, count), name);
            if (me.namesShared) {
                name = Hash.mix(name, me.history);
            }
        }
        name = Hash.notNull(name);
        give(object, name, info);
        return name;
    }

    /** Names a lambda object by its place and what it captured. */
    static void lambda(Control me, Object object, long hash, boolean captures) {
        if (object == null || isNamed(object)) {
            return;
        }
        if (captures) {
            me.changes();
        }
        long name = captures ? Hash.mix(Hash.mix(me.id + 1, ++me.counts.named), hash) : hash;
        give(object, Hash.notNull(name), ClassInfo.of(object.getClass()));
    }

    private static void give(Object object, long name, ClassInfo info) {
        names.put(object, name);
        if (LABELLED.add(name)) {
            Native.labelObject(name, label(info, object), false);
        }
    }

    private static String label(ClassInfo info, Object object) {
        if (info.element != 0) {
            String type = info.type.getComponentType().getTypeName();
            return type.substring(type.lastIndexOf('.') + 1) + "[" + ClassInfo.length(object) + "]";
        }
        String name = info.type.getName();
        int generated = name.indexOf(ClassInfo.GENERATED);
        if (generated >= 0) {
            return name.substring(name.lastIndexOf('.', generated) + 1, generated) + "$lambda";
        }
        int hidden = name.indexOf('/');
        return hidden < 0 ? name.substring(name.lastIndexOf('.') + 1) : name.substring(name.lastIndexOf('.', hidden) + 1, hidden);
    }

    /** The name of a class, whoever asks. */
    static long ofClass(Class<?> type) {
        return Hash.text(ClassInfo.of(Class.class).hash, type.getName());
    }

    private static long content(Object object, ClassInfo info) {
        if (object instanceof String) {
            return content(object, info, (String) object);
        }
        Control me = Hooks.suspend();
        try {
            return content(object, info, text(object, info));
        } finally {
            Hooks.resume(me);
        }
    }

    private static String text(Object object, ClassInfo info) {
        if (object instanceof ClassLoader) {
            return "loader " + ((ClassLoader) object).getName();
        }
        if (object instanceof ThreadGroup) {
            return "group " + ((ThreadGroup) object).getName();
        }
        if (object instanceof Class<?>) {
            return ((Class<?>) object).getName();
        }
        if (object instanceof Enum<?>) {
            return ((Enum<?>) object).name();
        }
        String text = object.toString();
        // If it says nothing but its identity, there is one such object, or they are all alike.
        return text.startsWith(info.type.getName() + "@") ? info.type.getName() : text;
    }

    private static long content(Object object, ClassInfo info, String text) {
        long name = Hash.text(info.hash, text);
        if (LABELLED.add(name)) {
            Native.labelObject(name, object instanceof String ? '"' + text + '"' : text, true);
        }
        return name;
    }

    /** Gives an object that outlives executions its name. */
    static void persist(Object object, String label) {
        long name = Hash.text(23, label);
        PERSISTENT.put(object, name);
        if (LABELLED.add(name)) {
            Native.labelObject(name, label, true);
        }
    }

    /** Names what the static fields of a JDK class hold. */
    static void persistStatics(Class<?> type) {
        Field[] fields;
        try {
            fields = type.getDeclaredFields();
        } catch (LinkageError e) {
            return;
        }
        for (Field field : fields) {
            if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                Object base = ClassInfo.UNSAFE.staticFieldBase(field);
                Object value = ClassInfo.UNSAFE.getReference(base, ClassInfo.UNSAFE.staticFieldOffset(field));
                if (value != null && names.get(value) == 0 && PERSISTENT.get(value) == 0) {
                    persist(value, type.getSimpleName() + "." + field.getName());
                }
            }
        }
    }

    /** True the first time that a location is seen. */
    static boolean isNewLocation(long location) {
        return LABELLED.add(location);
    }
}

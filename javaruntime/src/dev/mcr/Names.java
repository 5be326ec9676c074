package dev.mcr;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.logging.Logger;

/**
 * Gives objects their names, which are the same in every execution (docs/architecture.md, "Names").
 *
 * <p>An object is named when it is first used visibly: (thread, count, class, length). What it contains at that moment
 * is reported as writes of that thread, so a named object is complete, however it was filled before. Objects of the
 * types that {@link Contents} lists are named by what they contain, and objects of the JDK that outlive executions by
 * the static field that holds them.
 *
 * <p>Invariant: in one execution no two objects have one name, but for equal ones of those types. That is checked
 * whenever a name is given.
 */
final class Names {
    private Names() {}

    /** Objects of the JDK that outlive executions, named by the static field that holds them. */
    private static final ObjectNames PERSISTENT = new ObjectNames(1 << 8);
    /** Names and locations that reports know. */

    private static ObjectNames names = new ObjectNames(1 << 8);
    /** Whose name it is, for the names given in this execution: no two objects that differ have one name. */
    private static NamedObjects named = new NamedObjects();
    /** How many objects were seen being made. */
    private static int made;

    /** Forgets all objects of the last execution. */
    static void reset() {
        names = new ObjectNames(1 << 8);
        named = new NamedObjects();
        made = 0;
    }

    /** How many objects were seen being made, by all threads. */
    static int made() {
        return made;
    }

    /**
     * A thread has made an object, of which nobody else knows. {@code counted}: and it is to be known by where that
     * was.
     */
    static void isMade(Control me, Object object, boolean counted) {
        int known = names.make(object, me.number, made + 1);
        boolean isNew = known > made;
        if (isNew) {
            made++;
        }
        if (counted && (isNew || known > 0 && names.madeAt(object, me.number) == 0)) {
            names.madeAt(object, me.number, me.scopes.made(object.getClass()));
        }
    }

    /** As which object this thread has made it, from 1; 0 if that is not known. */
    static int madeAs(Control me, Object object) {
        return names.madeAs(object, me.number);
    }

    /** Where this thread has made it, or 0. */
    static long madeAt(Control me, Object object) {
        return names.madeAt(object, me.number);
    }

    /** Whether an object has no name, and this thread is the only one that has used it. */
    static boolean isOwn(Control me, Object object) {
        long found = names.get(object);
        return found == 0 || found == me.number;
    }

    /** Names the main thread, which others can find without being told. */
    static void main(Control main) {
        long name = Hash.text(29, "main");
        names.put(main.thread, name);
        if (Labels.isNew(name)) {
            Native.labelObject(name, "main thread", true);
        }
    }

    /** Names an object that each execution has one of, and that all threads can find. */
    static void name(Object object, long name) {
        names.put(object, name);
    }

    /** Whether an object has a name in this execution, so that accesses by JDK code are visible. */
    static boolean isNamed(Object object) {
        return object != null && ObjectNames.isName(names.get(object));
    }

    /** The name that an object has been given in this execution, or 0. */
    static long given(Object object) {
        long name = names.get(object);
        return ObjectNames.isName(name) ? name : 0;
    }

    /** The object that has a name in this execution, or null. */
    static Object object(long name) {
        return named.get(name);
    }

    /** The object of a name was made in a round of a loop that has not been; the next round may give it to another. */
    static void forget(long name) {
        named.forget(name);
    }

    /** Gives an object the name of another one of which it is a part. */
    static void alias(Object part, long name) {
        isShown();
        names.put(part, name);
    }

    /** Something that no key tells gets a name. */
    private static void isShown() {
        Control me = Hooks.self();
        if (me != null) {
            me.scopes.pin(me);
        }
    }

    /** Gives an object that code which is not rewritten has made a name that was made of its keeper's. */
    static void part(Object part, long name) {
        isShown();
        give(part, name, ClassInfo.of(part.getClass()));
    }

    /** Whether a static field of the JDK holds an object, which is named by it. */
    static boolean outlives(Object object) {
        if (PERSISTENT.get(object) != 0) {
            return true;
        }
        for (ClassInfo.Holder holder : ClassInfo.of(object.getClass()).holders()) {
            if (ClassInfo.UNSAFE.getReference(holder.base(), holder.offset()) == object) {
                return true;
            }
        }
        return false;
    }

    /** Whether an object outlives executions. */
    static boolean isPersistent(Object object) {
        return PERSISTENT.get(object) != 0;
    }

    /**
     * Whether an access of the application to this object is an event. Before an object has a name, no other thread can
     * reach it; if one does all the same, the object has got there through code that is not rewritten, and nothing that
     * was seen of it so far is complete.
     */
    static boolean isShared(Control me, Object object) {
        if (object == null) {
            return false;
        }
        long found = names.get(object);
        if (found == 0) {
            names.mark(object, me.opaqueCalls != null && isOfCaller(me, object) ? OF_CALLER : me.number);
            return false;
        }
        if (ObjectNames.isName(found)) {
            return true;
        }
        if (found == OF_CALLER) {
            if (!isOfCaller(me, object)) {
                names.put(object, me.number);
            }
        } else if (found != me.number) {
            Native.unsupported("an object of class " + object.getClass().getName()
                    + " has passed from one thread to another through code that is not rewritten");
        }
        return false;
    }

    /**
     * The mark of an array that code which is not rewritten lends to methods of the program: the version of the object
     * that was called stands for it.
     */
    private static final int OF_CALLER = (1 << 16) - 1;

    static boolean isOfCaller(Control me, Object object) {
        Class<?> element = object.getClass().getComponentType();
        return element != null && element.isPrimitive() && Callbacks.areRunning(me);
    }

    /** The name of an object. A new one waits in {@link Control#unreported} until its contents are reported. */
    static long of(Control me, Object object) {
        if (object == null) {
            return 0;
        }
        long name = names.get(object);
        if (ObjectNames.isName(name)) {
            KeptByJdk.uses(me, object, name);
            return name;
        }
        // Names what the static fields of the class hold.
        ClassInfo info = ClassInfo.of(object.getClass());
        name = PERSISTENT.get(object);
        if (name != 0) {
            return name;
        }
        if (info.kind == ClassInfo.IMMUTABLE && !Contents.isExcepted(object)) {
            return content(me, object, info);
        }
        for (ClassInfo.Holder holder : info.holders()) {
            if (ClassInfo.UNSAFE.getReference(holder.base(), holder.offset()) == object) {
                return persist(object, holder.type(), holder.field());
            }
        }
        if (object instanceof Enum) {
            name = content(me, object, info);
            names.put(object, name);
            me.unreported.add(object);
            return name;
        }
        if (info.generated) {
            return lambda(me, object, info);
        }
        if (Defaults.isSingle(info.type)) {
            name = Hash.text(SINGLE, info.type.getName());
            give(object, name, info);
            return name;
        }
        KeptByJdk.beforeNaming(me, info, object);
        name = given(object);
        if (name != 0) {
            return name;
        }
        long hidden = hidden(me, info, object);
        boolean silent = me.isSilent();
        boolean byThread = !silent && !me.handedOut.isOpen();
        if (silent) {
            name = Hash.mix(Hash.mix(me.initialisers.key, info.hash), Initialisation.count(me.initialisers.key));
        } else if (me.handedOut.isOpen()) {
            name = Hash.mix(me.handedOut.next(), info.hash);
        } else {
            name = Hash.mix(place(me, object), info.hash);
            if (info.namedByHistory && info.contents == Contents.NONE) {
                name = Hash.mix(name, me.history);
            }
        }
        if (info.contents != Contents.NONE && info.kind != ClassInfo.IMMUTABLE) {
            name = Hash.mix(name, Contents.hash(me, info, object));
        }
        if (info.element != 0) {
            name = Hash.mix(name, ClassInfo.length(object));
        }
        name = Hash.notNull(hidden == 0 ? name : Hash.mix(name, hidden));
        give(object, name, info);
        me.handedOut.named(object);
        if (byThread) {
            KeptByJdk.named(me, info, object, name);
        }
        if (silent) {
            Initialisation.madeBy(name, me.initialisers.key);
        }
        me.unreported.add(object);
        if (byThread) {
            // With a place of its own, it is not counted which names there have been.
            me.rounds.clear(madeAt(me, object) != 0 ? madeAs(me, object) : 0);
            me.rounds.named(name);
            me.scopes.named(me, object, name);
            if (madeAt(me, object) == 0 && IdentityHash.given(object) != 0) {
                // Its hash code is not made of the name.
                me.scopes.pin(me);
            }
        } else {
            me.changes();
        }
        if (info.opaqueSuper && info.kind == ClassInfo.APPLICATION) {
            KeptArrays.inherited(me, object, info);
        }
        return name;
    }

    /** Whether all that objects of a class of the JDK hold, or of one that inherits from that, shows in their names. */
    static boolean isSeenThrough(Class<?> type) {
        return Thread.class.isAssignableFrom(type) || ThreadLocal.class.isAssignableFrom(type)
                || Logger.class.isAssignableFrom(type) || ClassInfo.isOfRuntime(type.getName());
    }

    private static final long LOGGER_NAME = ClassInfo.UNSAFE.objectFieldOffset(Logger.class, "name");

    /**
     * What others find in an object by no event: the handler of a proxy, which whoever has the proxy calls; what a
     * function of the JDK was made of; what a thread begins with; what a logger is called.
     */
    private static long hidden(Control me, ClassInfo info, Object object) {
        if (object instanceof Thread) {
            // Its handler, or what it runs, may be a lambda that has captured the thread.
            names.put(object, Hash.notNull(Hash.mix(Hash.mix(me.id, UNFINISHED), place(me, object))));
            return ThreadFields.begins(me, (Thread) object);
        }
        if (object instanceof Logger) {
            String name = (String) ClassInfo.UNSAFE.getReference(object, LOGGER_NAME);
            return name == null ? 0 : Hash.text(info.hash, name);
        }
        long hidden = info.proxy ? of(me, Proxy.getInvocationHandler(object)) : 0;
        for (long captured : info.captured()) {
            hidden = Hash.mix(hidden, of(me, ClassInfo.UNSAFE.getReference(object, captured)));
        }
        return hidden;
    }

    private static final int SINGLE = 113;
    /** Stands for the name of an object while it is being named. */
    private static final int UNFINISHED = 139;

    /** Names an object of a generated class by its class, which is its place, and what it captured. */
    private static long lambda(Control me, Object object, ClassInfo info) {
        long name = info.hash;
        for (ClassInfo.FieldInfo captured : info.fields()) {
            name = Hash.mix(name, Access.fieldValue(me, object, captured));
        }
        if (info.fields().length > 0) {
            if (!me.isSilent() && me.handedOut.isOpen()) {
                name = Hash.mix(me.handedOut.next(), name);
            } else {
                name = Hash.mix(count(me), name);
            }
        }
        name = Hash.notNull(name);
        give(object, name, info);
        if (!me.isSilent()) {
            me.acts();
            me.scopes.named(me, object, name);
        }
        return name;
    }

    /** Counts one more name, for the thread, or for the static initialiser if it does not matter who runs that. */
    private static long count(Control me) {
        return me.isSilent() ? Hash.mix(me.initialisers.key, Initialisation.count(me.initialisers.key))
                : Hash.mix(me.id + 1, Scopes.ON ? me.scopes.next() : ++me.counts.named);
    }

    /**
     * The name that an object of the thread's own will get, if that follows from where it was made; else 0. As in
     * {@link #of}.
     */
    static long future(Control me, Object object) {
        ClassInfo info = ClassInfo.of(object.getClass());
        if (madeAt(me, object) == 0 || info.namedByHistory || info.contents != Contents.NONE || info.proxy
                || info.generated || info.kind == ClassInfo.IMMUTABLE || info.captured().length > 0
                || Defaults.isSingle(info.type)) {
            return 0;
        }
        long name = Hash.mix(place(me, object), info.hash);
        return Hash.notNull(info.element == 0 ? name : Hash.mix(name, ClassInfo.length(object)));
    }

    /** Where an object was made; of one that was not seen being made, where it is named. */
    private static long place(Control me, Object object) {
        long place = madeAt(me, object);
        return place == 0 ? count(me) : Hash.mix(me.id + 1, place);
    }

    /** Names a lambda object by its place and what it captured. */
    static void lambda(Control me, Object object, long hash, boolean captures) {
        if (object == null || isNamed(object)) {
            return;
        }
        if (captures) {
            me.acts();
        }
        give(object, Hash.notNull(captures ? Hash.mix(count(me), hash) : hash), ClassInfo.of(object.getClass()));
    }

    private static void give(Object object, long name, ClassInfo info) {
        names.put(object, name);
        if (!named.put(name, object) && named.get(name) != object) {
            clash(named.get(name), object);
        }
        if (Labels.isNew(name)) {
            Native.labelObject(name, label(info, object), false);
        }
    }

    /** An object is called so in reports. That is asked once in a JVM, so it must not show what the JDK does for it. */
    private static String label(ClassInfo info, Object object) {
        Control me = Hooks.suspend();
        try {
            return unseenLabel(info, object);
        } finally {
            Hooks.resume(me);
        }
    }

    private static String unseenLabel(ClassInfo info, Object object) {
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
        return hidden < 0 ? name.substring(name.lastIndexOf('.') + 1)
                : name.substring(name.lastIndexOf('.', hidden) + 1, hidden);
    }

    /** The name of a class, whoever asks. */
    static long ofClass(Class<?> type) {
        return ofClass(type.getName(), Loaders.of(type));
    }

    /** The name of the class that a loader has defined under a name. */
    static long ofClass(String type, long loader) {
        long name = Hash.text(ClassInfo.of(Class.class).hash, type);
        return loader == 0 ? name : Hash.notNull(Hash.mix(name, loader));
    }

    /**
     * The name of a class for the thread that needs it. Hidden classes are objects like others: they have no name to
     * tell them apart by.
     */
    static long ofClass(Control me, Class<?> type) {
        return Contents.isExcepted(type) ? of(me, type) : ofClass(type.getName(), Loaders.of(me, type));
    }

    private static long content(Control me, Object object, ClassInfo info) {
        long name = Contents.hash(me, info, object);
        if (!named.put(name, object) && !isSame(name, object)) {
            clash(named.get(name), object);
        }
        if (object instanceof AccessibleObject) {
            AccessFlags.handedOn(me, (AccessibleObject) object, name);
        }
        if (Labels.isNew(name)) {
            Native.labelObject(name, object instanceof String ? "\"" + object + '"' : contentLabel(object), true);
        }
        return name;
    }

    /** Whether an object that is named by what it contains equals the one that had the name first. */
    private static boolean isSame(long name, Object object) {
        Object first = named.get(name);
        if (first == object) {
            return true;
        }
        Control me = Hooks.suspend();
        try {
            // The equality of URLs asks the network; that of lookups is identity.
            boolean byText = object instanceof java.net.URL || object instanceof java.lang.invoke.MethodHandles.Lookup;
            return first.getClass() == object.getClass()
                    && (byText ? first.toString().equals(object.toString()) : first.equals(object));
        } finally {
            Hooks.resume(me);
        }
    }

    private static void clash(Object first, Object second) {
        if (isOfClassPath(first) && isOfClassPath(second)) {
            // Each execution has a loader of its own.
            Native.unsupported("the class " + ((Class<?>) second).getName() + " of an earlier execution is used again: "
                    + "the JVM keeps it, as it does with transformers of class files that the program has installed "
                    + "(Mockito and instrumentation agents do so)");
            return;
        }
        Native.unsupported("a mistake in mcr itself: two objects have one name, "
                + label(ClassInfo.of(first.getClass()), first) + " and "
                + label(ClassInfo.of(second.getClass()), second));
    }

    private static boolean isOfClassPath(Object object) {
        return object instanceof Class<?> && AppLoader.is(((Class<?>) object).getClassLoader());
    }

    private static String contentLabel(Object object) {
        Control me = Hooks.suspend();
        try {
            return object instanceof Class<?> ? ((Class<?>) object).getName()
                    : object instanceof Enum<?> ? ((Enum<?>) object).name()
                    : object instanceof ClassLoader ? "loader " + ((ClassLoader) object).getName()
                    : String.valueOf(object);
        } finally {
            Hooks.resume(me);
        }
    }

    /** Gives an object that outlives executions its name. */
    static void persist(Object object, String label) {
        persist(object, Hash.text(23, label), label);
    }

    /** The same for what a static field of the JDK holds. */
    private static long persist(Object object, String type, String field) {
        Control me = Hooks.suspend();
        try {
            String simple = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
            return persist(object, Hash.text(23, type + "." + field), simple + "." + field);
        } finally {
            Hooks.resume(me);
        }
    }

    private static long persist(Object object, long name, String label) {
        PERSISTENT.put(object, name);
        Labels.lasting(name, label);
        return name;
    }

    /** Names what the static fields of a JDK class hold, but for what is named by its content, whoever else has it. */
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
                if (value != null && names.get(value) == 0 && PERSISTENT.get(value) == 0
                        && (Contents.isExcepted(value) || !ClassInfo.isImmutable(value.getClass()))) {
                    persist(value, type.getName(), field.getName());
                }
            }
        }
    }
}

package dev.mcr;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import jdk.internal.misc.Unsafe;

/** What the hooks know of a class: how its objects are named and where their fields are. */
final class ClassInfo {
    /** Rewritten class of the application: its fields are locations. */
    static final int APPLICATION = 0;
    /** Rewritten class of the JDK: its fields are locations once the object is named. */
    static final int JDK = 1;
    /** Objects are named by what they contain ({@link Contents}); calls tell nothing. */
    static final int IMMUTABLE = 2;
    /** Not rewritten: each call of an object is one update of its version. */
    static final int OPAQUE = 3;
    /**
     * Not rewritten, and calls are no events of their own: threads (which have hooks), output, exceptions, thread
     * locals.
     */
    static final int HARMLESS = 4;
    /** Arrays. */
    static final int ARRAY = 5;
    /**
     * Not rewritten, and its objects never change, so calls tell nothing; but each is an object of its own, and named
     * as such.
     */
    static final int CONSTANT = 6;

    /** What stands between the name of a class and the number of a class that the rewriter has made for it. */
    static final String GENERATED = "$$Lambda$mcr$";

    static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private static final StayingValue<ClassInfo> INFOS = new StayingValue<>() {
        @Override
        ClassInfo find(Class<?> type) {
            return new ClassInfo(type);
        }
    };

    final Class<?> type;
    final int kind;
    /** Hash of the class name and the loader. */
    final long hash;
    /** How {@link Contents} takes its objects apart, if it does. */
    final int contents;
    /** Type of the elements of an array or 0; as in descriptors, {@code L} for every reference. */
    final char element;
    /**
     * Whether {@code hashCode} is that of {@code Object} or {@code Enum} and the class is no part of the JVM; null: not
     * asked.
     */
    private Boolean identityHash;
    private Boolean hashOfJvm;
    private Boolean synchronizedText;
    /** A function that code of the JDK has made which is not rewritten: what it leads to may change. */
    final boolean leadsOn;
    /** What there is to know of code that is not rewritten; null if it has none. */
    final OpaqueClass opaque;
    /** A superclass other than {@code Object} is not rewritten, so calls may end in opaque code. */
    final boolean opaqueSuper;
    /** Of {@code java.util.logging}, or a class of the program that inherits from one of these: see {@link Loggers}. */
    final boolean logs;
    /**
     * A class of the program that extends a rewritten class of the JDK: methods that it inherits may be synchronized.
     */
    final boolean rewrittenSuper;
    /** Calls of its objects are accesses to fields and elements: see {@link AtomicAccess} and {@link Reflection}. */
    final boolean accessor;
    /** Names of its objects contain what the allocating thread has learned. */
    final boolean namedByHistory;
    /** Made by the JVM at run time; the object has a handler. */
    final boolean proxy;
    /**
     * Made by the rewriter for a lambda or method reference. Its objects never change: they are named by what they
     * captured.
     */
    final boolean generated;
    /** What there is to calls of {@code equals} and the like. */
    final ValueMethods values;
    private FieldInfo[] fields;
    /** Null until they are looked for. */
    private Holder[] holders;
    private static final Holder[] NO_HOLDERS = {};

    /** A static final field of the JDK that may hold an object which outlives executions. */
    record Holder(Object base, long offset, String type, String field) {}

    /** A field of a rewritten class, or an element of an array: where it is. */
    static final class FieldInfo {
        final long offset;
        final char kind;
        final long key;
        final String name;
        final boolean isVolatile;

        FieldInfo(long offset, char kind, long key, String name, boolean isVolatile) {
            this.offset = offset;
            this.kind = kind;
            this.key = key;
            this.name = name;
            this.isVolatile = isVolatile;
        }

        FieldInfo(long offset, char kind, long key, String name) {
            this(offset, kind, key, name, false);
        }

        static FieldInfo of(Field field, long key) {
            int modifiers = field.getModifiers();
            long offset = Modifier.isStatic(modifiers) ? UNSAFE.staticFieldOffset(field)
                    : UNSAFE.objectFieldOffset(field);
            char kind = kindCharacter(field.getType());
            return new FieldInfo(offset, kind, key, field.getName(), Modifier.isVolatile(modifiers));
        }
    }

    static ClassInfo of(Class<?> type) {
        // Reflection, and the weak maps in which the JDK looks, are code that is rewritten: not what the thread does.
        Control me = Hooks.suspend();
        try {
            return INFOS.get(type);
        } finally {
            Hooks.resume(me);
        }
    }

    /**
     * The JDK finds what belongs to a class by weak maps. Hooks in them ask for their classes, which have to be known
     * by then.
     */
    static void prepare() {
        Class<?> entry = Internals.type("java.util.WeakHashMap$Entry");
        for (Class<?> type : new Class<?>[] {entry, entry.arrayType(), java.util.WeakHashMap.class,
                Internals.type("java.lang.ClassValue$ClassValueMap"), Internals.type("java.lang.ClassValue$Identity")}) {
            of(type).fields();
        }
    }

    private ClassInfo(Class<?> type) {
        this.type = type;
        long loader = Loaders.of(type);
        this.hash = loader == 0 ? Hash.text(17, stableName(type)) : Hash.mix(Hash.text(17, stableName(type)), loader);
        this.contents = Contents.of(type);
        this.generated = isGenerated(type.getName());
        this.proxy = Proxy.isProxyClass(type);
        this.leadsOn = ConstantClasses.isFunction(type);
        this.kind = kindOf(type);
        this.element = type.isArray() ? kindCharacter(type.getComponentType()) : 0;
        this.accessor = VarHandle.class.isAssignableFrom(type) || type == Field.class || type == Unsafe.class
                || type.getName().equals("sun.misc.Unsafe");
        this.opaqueSuper = !proxy && hasSuper(type, OPAQUE);
        this.logs = !proxy && Loggers.isOne(type);
        this.rewrittenSuper = kind == APPLICATION && !proxy && hasSuper(type, JDK);
        this.values = new ValueMethods(this);
        this.opaque = kind == OPAQUE || opaqueSuper ? new OpaqueClass(type) : null;
        this.namedByHistory = kind == OPAQUE || kind == CONSTANT || opaqueSuper || type.isHidden()
                || Throwable.class.isAssignableFrom(type) || !proxy && hasUnseenSuper(type)
                || kind == HARMLESS && !Names.isSeenThrough(type);
        if (type.getClassLoader() != null || kind != OPAQUE && kind != HARMLESS && kind != CONSTANT) {
            holders = NO_HOLDERS;
        }
        HeaderHash.give(type, IdentityHash.ofClass(type));
        if (kind == JDK) {
            Names.persistStatics(type);
            if (type.getNestHost() != type) {
                Names.persistStatics(type.getNestHost());
            }
        }
    }

    /** The name of a class without what the JVM counts up or makes of addresses. */
    static String stableName(Class<?> type) {
        if (type.isHidden()) {
            return HeaderHash.nameOfHidden(type.getName()) + "$$Lambda";
        }
        if (Proxy.isProxyClass(type)) {
            StringBuilder name = new StringBuilder("proxy");
            for (Class<?> implemented : type.getInterfaces()) {
                name.append(' ').append(implemented.getName());
            }
            return name.toString();
        }
        return type.getName();
    }

    /**
     * What reports call a class. ({@code getSimpleName} looks for the class around it, which another loader may not
     * have.)
     */
    static String simpleName(Class<?> type) {
        Control me = Hooks.suspend();
        try {
            return type.getName().substring(type.getName().lastIndexOf('.') + 1);
        } finally {
            Hooks.resume(me);
        }
    }

    /** Whether a class belongs to this runtime, by its name. What is in packages below is for programs. */
    static boolean isOfRuntime(String type) {
        return type.startsWith(RUNTIME) && type.indexOf('.', RUNTIME.length()) < 0;
    }

    private static final String RUNTIME = "dev.mcr.";

    static boolean isGenerated(String type) {
        return type.contains(GENERATED);
    }

    /** The same as {@link #kind} {@link #IMMUTABLE}, while what is known of the class is being collected. */
    static boolean isImmutable(Class<?> type) {
        return kindOf(type) == IMMUTABLE;
    }

    private static int kindOf(Class<?> type) {
        if (type.isArray()) {
            return ARRAY;
        }
        if (ConstantClasses.isFunction(type)) {
            return CONSTANT;
        }
        if (type == Object.class || type.isHidden() || Proxy.isProxyClass(type) || isGenerated(type.getName())) {
            return APPLICATION;
        }
        if (Native.rewritten(type.getName(), Loaders.of(type))) {
            return Loaders.isOfPlatform(type) ? JDK : APPLICATION;
        }
        if (Contents.isAll(Contents.of(type))) {
            return IMMUTABLE;
        }
        if (ConstantClasses.isConstant(type)) {
            return CONSTANT;
        }
        if (type == Input.class) {
            return OPAQUE;
        }
        if (Thread.class.isAssignableFrom(type) || Throwable.class.isAssignableFrom(type)
                || ThreadLocal.class.isAssignableFrom(type) || type == java.util.concurrent.ThreadLocalRandom.class
                || isOfRuntime(type.getName()) || Loggers.areHarmless(type.getName())) {
            return HARMLESS;
        }
        return OPAQUE;
    }

    /**
     * The static final fields of the JDK that may hold objects of this class, which is not rewritten: its own, and
     * those around and above.
     */
    Holder[] holders() {
        if (holders == null) {
            Control me = Hooks.suspend();
            try {
                java.util.ArrayList<Holder> found = new java.util.ArrayList<>();
                for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
                    collectHolders(c, found);
                    if (c.getNestHost() != c) {
                        collectHolders(c.getNestHost(), found);
                    }
                }
                holders = found.toArray(new Holder[0]);
            } finally {
                Hooks.resume(me);
            }
        }
        return holders;
    }

    private void collectHolders(Class<?> declaring, java.util.ArrayList<Holder> found) {
        Field[] declared;
        try {
            declared = declaring.getDeclaredFields();
        } catch (LinkageError e) {
            return;
        }
        for (Field field : declared) {
            if (Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers())
                    && field.getType().isAssignableFrom(type) && field.getType() != Object.class) {
                found.add(new Holder(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field),
                        declaring.getName(), field.getName()));
            }
        }
    }

    private static boolean hasSuper(Class<?> type, int kind) {
        for (Class<?> c = type.getSuperclass(); c != null && c != Object.class; c = c.getSuperclass()) {
            if (kindOf(c) == kind) {
                return true;
            }
        }
        return false;
    }

    /** Whether the class has inherited fields of which no event tells. */
    private static boolean hasUnseenSuper(Class<?> type) {
        return !Names.isSeenThrough(type)
                && (hasSuper(type, CONSTANT) || hasSuper(type, IMMUTABLE) || hasSuper(type, HARMLESS));
    }

    /** Whether {@code toString} is a synchronized method. */
    boolean hasSynchronizedText() {
        if (synchronizedText == null) {
            Method text = Internals.publicMethod(type, "toString");
            synchronizedText = text != null && Modifier.isSynchronized(text.getModifiers());
        }
        return synchronizedText;
    }

    /** How the method called at a site is found in an object of this class: see {@link Native#calledMethod}. */
    int calledMethod(int site) {
        return Native.calledMethod(site, type.getName(), Loaders.of(type));
    }

    /** Whether what its objects contain are locations. */
    boolean isReportedInside() {
        return kind == APPLICATION || kind == JDK || kind == ARRAY;
    }

    /** Whether nothing is known of what its objects contain. */
    boolean isUnseenInside() {
        return kind == OPAQUE || kind == CONSTANT;
    }

    /** Whether the JVM makes the hash codes of its objects, which are the JDK's. */
    boolean hasHashOfJvm() {
        if (hashOfJvm == null) {
            hashOfJvm = isUnseenInside() && hashCodeIsIdentity(type);
        }
        return hashOfJvm;
    }

    boolean hasIdentityHash() {
        if (identityHash == null) {
            identityHash = type.isArray() || type == Object.class
                    || (kind == APPLICATION || kind == JDK || leadsOn || type.isEnum()
                            || IdentityHash.isMadeByPrograms(type)
                            || Thread.class.isAssignableFrom(type))
                    && hashCodeIsIdentity(type);
        }
        return identityHash;
    }

    private static boolean hashCodeIsIdentity(Class<?> type) {
        Method method = Internals.publicMethod(type, "hashCode");
        Class<?> declaring = method == null ? null : method.getDeclaringClass();
        return declaring == Object.class || declaring == Enum.class;
    }

    static char kindCharacter(Class<?> type) {
        return type.isPrimitive() ? type.descriptorString().charAt(0) : 'L';
    }

    /**
     * Of a function that code of the JDK has made, a thread local that calls one, or a clock that stands for another:
     * where it keeps the objects that it was made of. No hook tells of these.
     */
    long[] captured() {
        if (captured == null) {
            Control me = Hooks.suspend();
            try {
                boolean function = type.isHidden() && Loaders.isOfPlatform(type);
                boolean local = type.getName().equals("java.lang.ThreadLocal$SuppliedThreadLocal");
                captured = function || local || ConstantClasses.isClock(type) ? KeptArrays.references(type) : NOTHING;
            } finally {
                Hooks.resume(me);
            }
        }
        return captured;
    }

    /** The instance fields that are locations, those of superclasses first. */
    FieldInfo[] fields() {
        if (fields == null) {
            // What the JDK does to find them is not the thread's.
            Control me = Hooks.suspend();
            try {
                fields = collectFields(0, type);
            } finally {
                Hooks.resume(me);
            }
        }
        return fields;
    }

    private static final long[] NOTHING = {};
    private long[] captured;
    private FieldInfo[] statics;

    /**
     * The static field of a class of the program that is at this offset of what the JVM keeps such fields in; null if
     * there is none.
     */
    FieldInfo staticAt(long offset) {
        if (Loaders.isOfPlatform(type)) {
            return null;
        }
        if (statics == null) {
            Control me = Hooks.suspend();
            try {
                statics = collectStatics();
            } finally {
                Hooks.resume(me);
            }
        }
        for (FieldInfo field : statics) {
            if (field.offset == offset) {
                return field;
            }
        }
        return null;
    }

    private FieldInfo[] collectStatics() {
        Field[] declared = type.getDeclaredFields();
        FieldInfo[] found = new FieldInfo[declared.length];
        int count = 0;
        for (Field field : declared) {
            if (Modifier.isStatic(field.getModifiers())) {
                found[count++] = FieldInfo.of(field, Access.key(type, field.getName(), field.getType()));
            }
        }
        return Copies.of(found, count);
    }

    private static FieldInfo[] collectFields(int below, Class<?> type) {
        if (type == null || type == Object.class) {
            return new FieldInfo[below];
        }
        int kind = kindOf(type);
        FieldInfo[] declared = {};
        if ((kind == APPLICATION || kind == JDK) && !type.isHidden()) {
            declared = declaredFields(type);
        }
        FieldInfo[] all = collectFields(below + declared.length, type.getSuperclass());
        System.arraycopy(declared, 0, all, all.length - below - declared.length, declared.length);
        return all;
    }

    private static FieldInfo[] declaredFields(Class<?> type) {
        Field[] declared;
        try {
            declared = type.getDeclaredFields();
        } catch (LinkageError e) {
            return fieldsByName(type);
        }
        FieldInfo[] found = new FieldInfo[declared.length];
        int count = 0;
        for (Field field : declared) {
            if (!Modifier.isStatic(field.getModifiers())) {
                found[count++] = FieldInfo.of(field, Access.key(type, field.getName(), field.getType()));
            }
        }
        return java.util.Arrays.copyOf(found, count);
    }

    /** A field has a type that does not exist here. That is nothing to code which does not touch it. */
    private static FieldInfo[] fieldsByName(Class<?> type) {
        String declared = Native.declaredFields(type.getName(), Loaders.of(type));
        String[] lines = declared.isEmpty() ? new String[0] : declared.split("\n");
        FieldInfo[] found = new FieldInfo[lines.length];
        for (int i = 0; i < found.length; i++) {
            int colon = lines[i].indexOf(':');
            String name = lines[i].substring(1, colon);
            String descriptor = lines[i].substring(colon + 1);
            char kind = descriptor.charAt(0) == '[' ? 'L' : descriptor.charAt(0);
            found[i] = new FieldInfo(UNSAFE.objectFieldOffset(type, name), kind, Access.key(type, name, descriptor),
                    name, lines[i].charAt(0) == '+');
        }
        return found;
    }

    /** The bits of a field of a primitive type. */
    static long bits(Object object, FieldInfo field) {
        switch (field.kind) {
            case 'Z': return UNSAFE.getBoolean(object, field.offset) ? 1 : 0;
            case 'B': return UNSAFE.getByte(object, field.offset);
            case 'C': return UNSAFE.getChar(object, field.offset);
            case 'S': return UNSAFE.getShort(object, field.offset);
            case 'I': return UNSAFE.getInt(object, field.offset);
            case 'J': return UNSAFE.getLong(object, field.offset);
            case 'F': return Float.floatToRawIntBits(UNSAFE.getFloat(object, field.offset));
            default: return Double.doubleToRawLongBits(UNSAFE.getDouble(object, field.offset));
        }
    }

    static Object reference(Object object, FieldInfo field) {
        return UNSAFE.getReference(object, field.offset);
    }

    /** Writes a field: a reference, or the bits of a primitive value, boxed as a {@code Long}. */
    static void put(Object object, FieldInfo field, Object value) {
        if (field.kind == 'L') {
            UNSAFE.putReference(object, field.offset, value);
            return;
        }
        putBits(object, field.offset, field.kind, (Long) value);
    }

    /** Writes the bits of a primitive value of this kind. */
    static void putBits(Object object, long offset, char kind, long bits) {
        switch (kind) {
            case 'Z', 'B': UNSAFE.putByte(object, offset, (byte) bits); break;
            case 'C', 'S': UNSAFE.putShort(object, offset, (short) bits); break;
            case 'I', 'F': UNSAFE.putInt(object, offset, (int) bits); break;
            default: UNSAFE.putLong(object, offset, bits);
        }
    }

    /** What a field holds: a reference, or the bits of a primitive value, boxed as a {@code Long}. */
    static Object value(Object object, FieldInfo field) {
        return field.kind == 'L' ? UNSAFE.getReference(object, field.offset) : (Object) bits(object, field);
    }

    /** The same for a field or element of this kind that nobody has written to. */
    static Object zero(char kind) {
        return kind == 'L' ? null : (Object) 0L;
    }

    private static final java.lang.reflect.Method ARRAY_BASE;

    static {
        try {
            // It returns an int or a long, depending on the release.
            ARRAY_BASE = Unsafe.class.getMethod("arrayBaseOffset", Class.class);
        } catch (NoSuchMethodException e) {
            throw new NoSuchMethodError(e.getMessage());
        }
    }

    private long arrayBase = -1;

    /** Where the elements of an array begin. */
    long arrayBase() {
        if (arrayBase < 0) {
            Control me = Hooks.suspend();
            try {
                arrayBase = ((Number) ARRAY_BASE.invoke(UNSAFE, type)).longValue();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            } finally {
                Hooks.resume(me);
            }
        }
        return arrayBase;
    }

    /** Where an element of an array is. */
    FieldInfo element(int index) {
        return new FieldInfo(arrayBase() + (long) index * UNSAFE.arrayIndexScale(type), element, 0, "");
    }

    /** The bits of an element of an array of a primitive type. */
    static long bits(Object array, char element, int index) {
        switch (element) {
            case 'Z': return ((boolean[]) array)[index] ? 1 : 0;
            case 'B': return ((byte[]) array)[index];
            case 'C': return ((char[]) array)[index];
            case 'S': return ((short[]) array)[index];
            case 'I': return ((int[]) array)[index];
            case 'J': return ((long[]) array)[index];
            case 'F': return Float.floatToRawIntBits(((float[]) array)[index]);
            default: return Double.doubleToRawLongBits(((double[]) array)[index]);
        }
    }

    static int length(Object array) {
        return java.lang.reflect.Array.getLength(array);
    }
}

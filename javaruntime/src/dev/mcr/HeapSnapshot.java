package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What static fields of the JDK hold, and all that can be found through them, as it was; it can be put back. The
 * objects stay the same ones, so code that was compiled for them stays right: what is put back is their fields and
 * elements.
 *
 * <p>A slot is a field or an element that may change. Objects that belong to the JVM itself (classes, loaders, threads,
 * references, method handles) are not entered, nor are those of the program.
 */
final class HeapSnapshot {
    /** The kind of a slot for the contents of an array of primitive values. */
    private static final char CONTENTS = '[';
    /** Longer arrays of primitive values are tables of data. */
    private static final int LONGEST = 1 << 12;

    private Object[] bases = new Object[1 << 8];
    private long[] offsets = new long[1 << 8];
    private char[] kinds = new char[1 << 8];
    /** Values of slots: references and copies of arrays, or the bits of primitive values. */
    private Object[] references = new Object[1 << 8];
    private long[] bits = new long[1 << 8];
    private int size;
    private final IdentityHashMap<Object, Object> entered = new IdentityHashMap<>();
    private final ArrayDeque<Object> waiting = new ArrayDeque<>();
    /** Static fields that initialisers of other classes set, and that whoever runs these sets again. */
    private static final java.util.Set<String> SET_IN_PASSING = java.util.Set.of("java.net.URLConnection.fileNameMap");
    /** Static fields that another class sets once in a JVM, when it is initialised. */
    private static final java.util.Set<String> SET_FOR_GOOD =
            java.util.Set.of("jdk.management.jfr.internal.FlightRecorderMXBeanProvider.flightRecorderMXBeanFactory",
                    "sun.util.logging.internal.LoggingProviderImpl.logManagerAccess");
    private final BitSet fixed = new BitSet();
    /** Where objects of the program were found: they would outlive their execution. */
    private String foreign;

    private static final jdk.internal.misc.Unsafe UNSAFE = ClassInfo.UNSAFE;
    private static final Map<Class<?>, ClassInfo.FieldInfo[]> CHANGEABLE = new HashMap<>();
    private static final Map<Class<?>, ClassInfo.FieldInfo[]> FINAL = new HashMap<>();

    /** Takes the static fields of a class as they are now. */
    void add(Class<?> type) {
        for (Field field : Internals.fields(type)) {
            if (!Modifier.isStatic(field.getModifiers()) || isSetForGood(type, field)) {
                continue;
            }
            Object base = UNSAFE.staticFieldBase(field);
            long offset = UNSAFE.staticFieldOffset(field);
            char kind = ClassInfo.kindCharacter(field.getType());
            if (!Modifier.isFinal(field.getModifiers())) {
                fixed.set(size, SET_IN_PASSING.contains(type.getName() + "." + field.getName()));
                slot(base, offset, kind);
            }
            if (kind == 'L') {
                find(UNSAFE.getReference(base, offset), type, field.getName());
            }
        }
        enterAll();
    }

    /** Takes the static fields of a class as they are before anything is written to them. */
    void addZero(Class<?> type) {
        for (Field field : Internals.fields(type)) {
            if (Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers())
                    && !isSetForGood(type, field)) {
                char kind = ClassInfo.kindCharacter(field.getType());
                fixed.set(size, SET_IN_PASSING.contains(type.getName() + "." + field.getName()));
                slot(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field), kind);
                references[size - 1] = null;
                bits[size - 1] = 0;
            }
        }
    }

    private static boolean isSetForGood(Class<?> type, Field field) {
        return SET_FOR_GOOD.contains(type.getName() + "." + field.getName());
    }

    /** The slots that are not as they were. */
    BitSet changed() {
        BitSet changed = new BitSet();
        for (int i = 0; i < size; i++) {
            if (isChanged(i)) {
                changed.set(i);
            }
        }
        return changed;
    }

    /** Takes over what has changed since: all slots that are not as they were, but for these. */
    void accept(BitSet others) {
        for (int i = 0, known = size; i < known; i++) {
            if (!others.get(i) && !fixed.get(i) && isChanged(i)) {
                read(i);
                if (kinds[i] == 'L') {
                    find(references[i], bases[i].getClass(), "");
                }
            }
        }
        enterAll();
    }

    /** Puts everything back. */
    void restore() {
        for (int i = 0; i < size; i++) {
            Object base = bases[i];
            long offset = offsets[i];
            switch (kinds[i]) {
                case 'L':
                    if (UNSAFE.getReference(base, offset) != references[i]) {
                        UNSAFE.putReference(base, offset, references[i]);
                    }
                    break;
                case CONTENTS:
                    System.arraycopy(references[i], 0, base, 0, ClassInfo.length(base));
                    break;
                default:
                    ClassInfo.putBits(base, offset, kinds[i], bits[i]);
            }
        }
    }

    /** Where an object of the program was found, or null. */
    String foreign() {
        return foreign;
    }

    private boolean isChanged(int i) {
        return switch (kinds[i]) {
            case 'L' -> UNSAFE.getReference(bases[i], offsets[i]) != references[i];
            case CONTENTS -> !sameContents(bases[i], references[i]);
            default -> primitive(bases[i], offsets[i], kinds[i]) != bits[i];
        };
    }

    private static boolean sameContents(Object array, Object copy) {
        char element = ClassInfo.kindCharacter(array.getClass().getComponentType());
        for (int i = 0, length = ClassInfo.length(array); i < length; i++) {
            if (ClassInfo.bits(array, element, i) != ClassInfo.bits(copy, element, i)) {
                return false;
            }
        }
        return true;
    }

    private static long primitive(Object base, long offset, char kind) {
        return switch (kind) {
            case 'Z', 'B' -> UNSAFE.getByte(base, offset);
            case 'C', 'S' -> UNSAFE.getShort(base, offset);
            case 'I', 'F' -> UNSAFE.getInt(base, offset);
            default -> UNSAFE.getLong(base, offset);
        };
    }

    private void slot(Object base, long offset, char kind) {
        if (size == bases.length) {
            bases = java.util.Arrays.copyOf(bases, size * 2);
            offsets = java.util.Arrays.copyOf(offsets, size * 2);
            kinds = java.util.Arrays.copyOf(kinds, size * 2);
            references = java.util.Arrays.copyOf(references, size * 2);
            bits = java.util.Arrays.copyOf(bits, size * 2);
        }
        bases[size] = base;
        offsets[size] = offset;
        kinds[size] = kind;
        read(size++);
    }

    private void read(int i) {
        switch (kinds[i]) {
            case 'L' -> references[i] = UNSAFE.getReference(bases[i], offsets[i]);
            case CONTENTS -> references[i] = Arraycopy.copyOf(bases[i]);
            default -> bits[i] = primitive(bases[i], offsets[i], kinds[i]);
        }
    }

    /** An object has been found in a field of this class. */
    private void find(Object object, Class<?> holder, String field) {
        if (object == null || entered.containsKey(object)) {
            return;
        }
        Class<?> type = object.getClass();
        while (type.isArray()) {
            type = type.getComponentType();
        }
        if (!Loaders.definesJdk(type.getClassLoader())) {
            if (foreign == null && !type.isHidden()) {
                foreign = holder.getName() + (field.isEmpty() ? "" : "." + field) + " (" + type.getName() + ")";
            }
        } else if (!object.getClass().isArray() && belongsToJvm(object)) {
            entered.put(object, object);
        } else {
            entered.put(object, object);
            waiting.add(object);
        }
    }

    /**
     * Whether an object cannot change, or is the business of the JVM: of a file that is open, half of the state is not
     * in the heap.
     */
    private static boolean belongsToJvm(Object object) {
        if (object instanceof String || object instanceof Number
                && !(object instanceof java.util.concurrent.atomic.AtomicInteger)
                && !(object instanceof java.util.concurrent.atomic.AtomicLong)
                || JvmState.has(object) || object instanceof ThreadLocal || object instanceof Enum
                || object instanceof java.io.Closeable) {
            return true;
        }
        Class<?> type = object.getClass();
        String name = type.getName();
        return type.isHidden() || ClassInfo.isOfRuntime(name) || name.startsWith("java.lang.invoke.")
                || name.startsWith("java.lang.reflect.")
                || name.startsWith("java.lang.module.") || name.startsWith("java.lang.ref.")
                || name.startsWith("jdk.internal.")
                || name.startsWith("sun.nio.") || name.startsWith("java.lang.Module")
                // It counts who has the file open, of whom the garbage collector takes some later.
                || name.equals("java.util.zip.ZipFile$Source");
    }

    private void enterAll() {
        for (Object object = waiting.poll(); object != null; object = waiting.poll()) {
            Class<?> type = object.getClass();
            if (!type.isArray()) {
                enterObject(object, type);
            } else if (type.getComponentType().isPrimitive()) {
                if (ClassInfo.length(object) <= LONGEST) {
                    slot(object, 0, CONTENTS);
                }
            } else {
                Object[] array = (Object[]) object;
                long base = ClassInfo.of(type).arrayBase();
                long scale = UNSAFE.arrayIndexScale(type);
                for (int i = 0; i < array.length; i++) {
                    slot(array, base + i * scale, 'L');
                    find(array[i], type, "");
                }
            }
        }
    }

    private void enterObject(Object object, Class<?> type) {
        if (!CHANGEABLE.containsKey(type)) {
            CHANGEABLE.put(type, fields(type, false));
            FINAL.put(type, fields(type, true));
        }
        for (ClassInfo.FieldInfo field : CHANGEABLE.get(type)) {
            slot(object, field.offset, field.kind);
            if (field.kind == 'L') {
                find(UNSAFE.getReference(object, field.offset), type, field.name);
            }
        }
        for (ClassInfo.FieldInfo field : FINAL.get(type)) {
            find(UNSAFE.getReference(object, field.offset), type, field.name);
        }
    }

    /** The fields of an object that may change; or those that cannot, as far as they hold objects. */
    private static ClassInfo.FieldInfo[] fields(Class<?> type, boolean unchangeable) {
        List<ClassInfo.FieldInfo> found = new ArrayList<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            // What a reference refers to is for the garbage collector to change; but entries of weak maps have fields
            // of their own.
            if (c.getName().startsWith("java.lang.ref.")) {
                break;
            }
            for (Field field : Internals.fields(c)) {
                boolean isFinal = Modifier.isFinal(field.getModifiers());
                if (!Modifier.isStatic(field.getModifiers()) && isFinal == unchangeable
                        && (!isFinal || !field.getType().isPrimitive())) {
                    found.add(ClassInfo.FieldInfo.of(field, 0));
                }
            }
        }
        return found.toArray(new ClassInfo.FieldInfo[0]);
    }
}

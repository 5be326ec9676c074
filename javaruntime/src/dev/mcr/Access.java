package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Reads and writes of fields and array elements. */
final class Access {
    private Access() {}

    private static final long STATIC = 0x5354415449430001L;
    private static final long ELEMENT = 0x454c454d454e5401L;
    private static final int FIELD = 79;
    private static final long VERSION = 0x56455253494f4e01L;

    /** For each site the hash of its field, 0 if not known yet. */
    private static long[] fieldKeys = new long[1 << 10];

    /** {@code owner} is the object whose field it is, null for a static one. */
    private static long fieldKey(Control me, Object owner, int site) {
        if (site >= fieldKeys.length) {
            fieldKeys = Copies.of(fieldKeys, Copies.lengthFor(site));
        }
        long key = fieldKeys[site];
        if (key == 0) {
            boolean ofClassPath = Native.siteLoader(site) == 0;
            key = ofClassPath ? Native.fieldKey(site) : Native.OPAQUE_FIELD;
            if (key == Native.OPAQUE_FIELD && (owner != null || !ofClassPath)) {
                // A class that is not rewritten may have inherited it from one that is.
                key = Places.key(me, owner, site);
            }
            fieldKeys[site] = key;
        }
        return key;
    }

    /** A hash of a field that a class declares: the same as {@link #fieldKey}, for a field given by name. */
    static long key(Class<?> declaring, String field, Class<?> type) {
        Control me = Hooks.suspend();
        try {
            return key(declaring, field, type.descriptorString());
        } finally {
            Hooks.resume(me);
        }
    }

    static long key(Class<?> declaring, String field, String descriptor) {
        long key = Native.declaredFieldKey(declaring.getName(), field, descriptor);
        long loader = Loaders.of(declaring);
        return loader == 0 ? key : Hash.mix(key, loader);
    }

    private static long field(Control me, Object owner, int site) {
        long name = Names.of(me, owner);
        long location = Hash.mix(name, fieldKey(me, owner, site));
        if (Labels.isNew(location)) {
            labelField(me, location, name, owner, site);
        }
        return location;
    }

    private static long staticField(Control me, int site) {
        long location = Hash.mix(STATIC, fieldKey(me, null, site));
        if (Labels.isNew(location)) {
            labelField(me, location, 0, null, site);
            ConstantFields.found(me, location, Places.staticField(site));
        }
        ConstantFields.begin(location);
        return location;
    }

    /**
     * The location of the field at a site; {@code owner} is null for a static one. 0 if it is in a class that is not
     * rewritten.
     */
    static long location(Control me, Object owner, int site) {
        if (fieldKey(me, owner, site) == Native.OPAQUE_FIELD) {
            return 0;
        }
        return owner == null ? staticField(me, site) : field(me, owner, site);
    }

    private static void labelField(Control me, long location, long name, Object owner, int site) {
        if (Native.siteLoader(site) == 0) {
            Native.labelField(location, name, site);
        } else {
            Places.label(me, location, name, owner, site);
        }
    }

    /** The location of an element of an array that is not told as a whole. */
    static long element(Object array, long name, int index) {
        KeptArrays.accessed(array);
        long location = Hash.mix(name, ELEMENT + index);
        if (Labels.isNew(location)) {
            Native.labelElement(location, name, index, ClassInfo.of(array.getClass()).element);
        }
        return location;
    }

    /** The location of what an object that is not rewritten has been through. */
    static long version(long name) {
        long location = Hash.mix(name, VERSION);
        if (Labels.isNew(location)) {
            Native.labelVersion(location, name);
        }
        return location;
    }

    static void readField(Control me, Object owner, int site) {
        if (fieldKey(me, owner, site) == Native.OPAQUE_FIELD) {
            // What the JDK writes there is not seen; that it may have, the object's version tells.
            Versions.look(me, owner, site);
            return;
        }
        read(me, field(me, owner, site), Names.of(me, owner), site);
    }

    static void readStatic(Control me, int site) {
        if (fieldKey(me, null, site) == Native.OPAQUE_FIELD) {
            String field = Native.fieldNamed(site);
            Control unseen = Hooks.suspend();
            try {
                field = field.substring(0, field.indexOf(':'));
            } finally {
                Hooks.resume(unseen);
            }
            JdkStatics.stream(field).read(me, site);
            return;
        }
        if (me.isSilent() && ownsStatic(me, site)) {
            return;
        }
        read(me, staticField(me, site), 0, site);
    }

    static void readElement(Control me, Object array, int index, int site) {
        if (index >= 0 && index < ClassInfo.length(array) && !isPartOfCall(me, array)) {
            if (WholeArrays.include(me, array)) {
                WholeArrays.read(me, array, index, 1, site);
                return;
            }
            long name = Names.of(me, array);
            read(me, element(array, name, index), name, site);
        }
    }

    private static boolean isPartOfCall(Control me, Object array) {
        return me.opaqueCalls != null && me.opaqueCalls.worksOn(array);
    }

    /** {@code owner} is the name of the object that the location is part of, 0 for a static field. */
    static void read(Control me, long location, long owner, int site) {
        if (me.isSilent()) {
            if (owner != 0 && Initialisation.isOwn(me, owner) || !Native.initialRead(location)) {
                return;
            }
            // Threads write it.
            me.initialiserTells();
        }
        Steps.step(me, site, Codes.READ, location, 0);
        me.open = Control.READ;
        me.reading = location;
    }

    private static boolean ownsStatic(Control me, int site) {
        return me.initialisers.include(Native.siteLoader(site) == 0 ? Initialisation.key(Native.fieldOwner(site), 0)
                : ClassInit.key(Places.declaring(me, site)));
    }

    /** Tells the value of the read that {@link #read} has announced, if it has. */
    static void completeRead(Control me, long value) {
        if (me.open != Control.READ && me.open != Control.JDK_READ) {
            return;
        }
        me.open = Control.NONE;
        Native.completeRead(me.id, value);
        me.rounds.read(me.reading, value);
        me.learn(value);
        if (me.opaqueCalls != null && !me.joining) {
            Callbacks.found(me, Names.object(value));
            Callbacks.learned(me);
        }
    }

    static void writeField(Control me, Object owner, long value, int site) {
        if (fieldKey(me, owner, site) == Native.OPAQUE_FIELD) {
            Versions.change(me, owner, Hash.text(FIELD, Native.fieldNamed(site)), value, site);
            return;
        }
        ClassInfo.FieldInfo place = StoreBuffers.on ? Places.ofField(me, owner, site) : null;
        write(me, field(me, owner, site), Names.of(me, owner), value, order(place), owner, place, site);
    }

    /** The order of a write by instruction. {@code place}: where it goes to, if there are store buffers. */
    static int order(ClassInfo.FieldInfo place) {
        return place != null && place.isVolatile ? Codes.WRITE_VOLATILE : Codes.WRITE;
    }

    /** Where there are store buffers: the thread is about to write a field of an object that nobody else can reach. */
    static void writeOwn(Control me, Object owner, int site) {
        if (fieldKey(me, owner, site) == Native.OPAQUE_FIELD) {
            return;
        }
        writeOwn(me, owner, Places.ofField(me, owner, site), site);
    }

    static void writeOwn(Control me, Object owner, ClassInfo.FieldInfo place, int site) {
        if (place.isVolatile) {
            Fences.full(me, site);
        } else if (StoreBuffers.partial) {
            EarlyWrites.add(me, owner, place.offset, ClassInfo.value(owner, place));
        }
    }

    /**
     * The same for code of the JDK. A volatile write is not seen there, but the value has arrived before anybody can
     * find it.
     */
    static void writeOwnByJdk(Control me, Object owner, int site) {
        if (fieldKey(me, owner, site) == Native.OPAQUE_FIELD) {
            return;
        }
        ClassInfo.FieldInfo place = Places.ofField(me, owner, site);
        if (!place.isVolatile) {
            EarlyWrites.add(me, owner, place.offset, ClassInfo.value(owner, place));
        }
    }

    /**
     * Whether a thread that may wait writes into an object of its own the reference that is there: the round may still
     * turn out to have changed nothing.
     */
    static boolean keeps(Control me, Object owner, Object value, int site) {
        if (me == null || owner == null || StoreBuffers.on || !me.rounds.areKept() || Names.isNamed(owner)
                || fieldKey(me, owner, site) == Native.OPAQUE_FIELD) {
            return false;
        }
        return ClassInfo.reference(owner, Places.ofField(me, owner, site)) == value;
    }

    static void writeStatic(Control me, long value, int site) {
        long location = staticField(me, site);
        if (me.isSilent() && ownsStatic(me, site)) {
            reportContents(me, site);
            Native.initial(location, value);
            return;
        }
        if (StoreBuffers.on) {
            ClassInfo.FieldInfo place = Places.ofStatic(me, site);
            write(me, location, 0, value, order(place), Places.base(site), place, site);
        } else {
            write(me, location, 0, value, Codes.WRITE, null, null, site);
        }
    }

    static void writeElement(Control me, Object array, int index, long value, int site) {
        if (index >= 0 && index < ClassInfo.length(array) && !isPartOfCall(me, array)) {
            if (WholeArrays.include(me, array)) {
                WholeArrays.write(me, array, index, value, site);
                return;
            }
            long name = Names.of(me, array);
            ClassInfo.FieldInfo place = StoreBuffers.on ? ClassInfo.of(array.getClass()).element(index) : null;
            write(me, element(array, name, index), name, value, Codes.WRITE, array, place, site);
        }
    }

    /**
     * {@code owner} is the name of the object that the location is part of, 0 for a static field. If there are store
     * buffers: {@code order} says when the write arrives, {@code base} and {@code place} where it goes to.
     */
    static void write(Control me, long location, long owner, long value, int order, Object base,
            ClassInfo.FieldInfo place, int site) {
        if (me.isSilent()) {
            reportContents(me, site);
            if (owner != 0 && Initialisation.isOwn(me, owner)) {
                Native.initial(location, value);
                return;
            }
            me.initialiserTells();
        }
        Steps.step(me, site, order, location, value);
        if (StoreBuffers.on && order != Codes.WRITE_VOLATILE) {
            StoreBuffers.wrote(me, location, base, place);
        }
    }

    /** Reports what newly named objects contain: as writes, or in a static initialiser as first values. */
    static void reportContents(Control me, int site) {
        Object object;
        while ((object = me.unreported.take()) != null) {
            long name = Names.of(me, object);
            ClassInfo info = ClassInfo.of(object.getClass());
            if (info.kind == ClassInfo.JDK && !(object instanceof Thread) && Thread.holdsLock(object)
                    && !me.isSilent()) {
                // Code of the JDK has entered the JVM's monitor while nobody else could have wanted it. (Thread.start
                // does so with a monitor of its own.)
                Monitors.entered(me, name, site);
            }
            boolean modelled = true;
            if (Locks.isPart(object)) {
                Locks.named(me, object, name, site);
            } else if (Counters.isPart(object)) {
                Counters.named(me, object, name, site);
            } else {
                modelled = false;
            }
            if (info.element != 0) {
                reportElements(me, object, name, info.element, site);
            } else if (!modelled || info.kind != ClassInfo.JDK) {
                // A class of the application that extends a modelled one has fields of its own.
                reportFields(me, object, name, info, site);
                if (object instanceof Throwable) {
                    Exceptions.named(me, (Throwable) object, name, site);
                } else if (object instanceof ThreadGroup) {
                    ThreadGroups.named(me, (ThreadGroup) object, name, site);
                }
            }
        }
    }

    /** What the thread has written to an object just named, where that may arrive late. */
    private static EarlyWrites.Writes early(Control me, Object object) {
        return !StoreBuffers.partial || me.isSilent() || me.handedOut.isOpen() ? null : me.early.to(me, object);
    }

    private static void reportElements(Control me, Object array, long name, char kind, int site) {
        if (WholeArrays.include(me, array)) {
            WholeArrays.named(me, array, name, site);
            return;
        }
        int length = ClassInfo.length(array);
        EarlyWrites.Writes early = early(me, array);
        for (int i = 0; i < length; i++) {
            if (early != null && early.report(me, element(array, name, i), array,
                    ClassInfo.of(array.getClass()).element(i), site)) {
                continue;
            }
            long value = kind == 'L' ? Names.of(me, ((Object[]) array)[i]) : ClassInfo.bits(array, kind, i);
            if (value != 0) {
                contentWrite(me, element(array, name, i), value, site);
            }
        }
    }

    private static void reportFields(Control me, Object object, long name, ClassInfo info, int site) {
        EarlyWrites.Writes early = early(me, object);
        for (ClassInfo.FieldInfo field : info.fields()) {
            if (early != null && early.report(me, declaredField(name, field), object, field, site)) {
                continue;
            }
            long value = fieldValue(me, object, field);
            if (value != 0) {
                contentWrite(me, declaredField(name, field), value, site);
            }
        }
    }

    /** What a newly named object contains, as an event or a first value. */
    static void contentWrite(Control me, long location, long value, int site) {
        contentWrite(me, location, StoreBuffers.on ? Codes.ARRIVED : Codes.WRITE, value, site);
    }

    static void contentWrite(Control me, long location, int order, long value, int site) {
        if (me.isSilent() || me.handedOut.isOpen()) {
            Native.initial(location, value);
            return;
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        JointCalls.leave(me);
        Steps.resumed(me, Native.step(Steps.turn(me), site, order, location, value));
        if (StoreBuffers.on) {
            Fences.after(me, order, 0, 0);
        }
        me.acts();
    }

    static long fieldValue(Control me, Object object, ClassInfo.FieldInfo field) {
        return field.kind == 'L' ? Names.of(me, ClassInfo.reference(object, field)) : ClassInfo.bits(object, field);
    }

    /** The location of a field of the object of this name, found without a site. */
    static long declaredField(long name, ClassInfo.FieldInfo field) {
        long location = Hash.mix(name, field.key);
        if (Labels.isNew(location)) {
            Native.labelDeclaredField(location, name, field.name, field.kind, field.isVolatile);
        }
        return location;
    }

    /** Reads all fields of an object; what was read, boxed, in the order of its class. */
    static Object[] readFields(Control me, Object object, int site) {
        ClassInfo.FieldInfo[] fields = ClassInfo.of(object.getClass()).fields();
        Object[] values = new Object[fields.length];
        long name = Names.of(me, object);
        for (int i = 0; i < fields.length; i++) {
            read(me, declaredField(name, fields[i]), name, site);
            completeRead(me, fieldValue(me, object, fields[i]));
            values[i] = fields[i].kind == 'L' ? ClassInfo.reference(object, fields[i])
                    : (Object) ClassInfo.bits(object, fields[i]);
        }
        return values;
    }

    /** Puts values that {@link #readFields} has read into an object of the same class that no other thread has seen. */
    static void putFields(Object object, Object[] values) {
        ClassInfo.FieldInfo[] fields = ClassInfo.of(object.getClass()).fields();
        for (int i = 0; i < fields.length && i < values.length; i++) {
            ClassInfo.put(object, fields[i], values[i]);
        }
    }

    private static long reflected(Control me, Field field, long name) {
        long key = key(field.getDeclaringClass(), field.getName(), field.getType());
        long location = Hash.mix(name == 0 ? STATIC : name, key);
        if (Labels.isNew(location)) {
            char kind = ClassInfo.kindCharacter(field.getType());
            String owner = name == 0 ? ClassInfo.simpleName(field.getDeclaringClass()) + "." : "";
            Native.labelDeclaredField(location, name, owner + field.getName(), kind,
                    Modifier.isVolatile(field.getModifiers()));
            if (name == 0) {
                ConstantFields.found(me, location, field);
            }
        }
        if (name == 0) {
            ConstantFields.begin(location);
        }
        return location;
    }

    /** Reads a field that reflection is about to read; {@code target} is null for a static one. */
    static void readReflected(Control me, Field field, Object target, int site) {
        boolean isStatic = target == null;
        long location = reflected(me, field, isStatic ? 0 : Names.of(me, target));
        read(me, location, isStatic ? 0 : Names.of(me, target), site);
        Object base = isStatic ? ClassInfo.UNSAFE.staticFieldBase(field) : target;
        completeRead(me, fieldValue(me, base, ClassInfo.FieldInfo.of(field, 0)));
    }

    /** Writes a field that reflection is about to write. */
    static void writeReflected(Control me, Field field, Object target, long value, int site) {
        long name = target == null ? 0 : Names.of(me, target);
        ClassInfo.FieldInfo place = ClassInfo.FieldInfo.of(field, 0);
        Object base = target == null ? ClassInfo.UNSAFE.staticFieldBase(field) : target;
        int order = StoreBuffers.on ? order(place) : Codes.WRITE;
        write(me, reflected(me, field, name), name, value, order, base, place, site);
    }

    /** The location of a static field found without a site; {@code base} is what the JVM keeps it in. */
    static long declaredStatic(Control me, ClassInfo.FieldInfo field, String owner, Object base) {
        long location = Hash.mix(STATIC, field.key);
        if (Labels.isNew(location)) {
            String simple = owner.substring(owner.lastIndexOf('.') + 1);
            Native.labelDeclaredField(location, 0, simple + "." + field.name, field.kind, field.isVolatile);
            ConstantFields.found(me, location, base, field.name);
        }
        ConstantFields.begin(location);
        return location;
    }

    /** A location whose value can be had without a hook, and what is done to it. */
    interface Cell {
        long now(Control me);

        long after(long before);
    }

    /** Reads a location whose value can be had without a hook. */
    static void readNow(Control me, long location, long owner, Cell cell, int site) {
        read(me, location, owner, site);
        completeRead(me, cell.now(me));
    }

    /** Reads and writes a location at once; the write itself follows, done by the program. */
    static void update(Control me, long location, long owner, Cell cell, int site) {
        if (me.isSilent()) {
            if (owner != 0 && Initialisation.isOwn(me, owner)) {
                reportContents(me, site);
                Native.initial(location, cell.after(cell.now(me)));
                return;
            }
            me.initialiserTells();
        }
        Steps.step(me, site, Codes.UPDATE, location, 0);
        long before = cell.now(me);
        Steps.updated(me, location, before, cell.after(before));
    }

    /** Reads one element, for code that does so without hooks. */
    static void readElementNow(Control me, Object array, int index, int site) {
        readElement(me, array, index, site);
        char kind = ClassInfo.of(array.getClass()).element;
        completeRead(me, kind == 'L' ? Names.of(me, ((Object[]) array)[index]) : ClassInfo.bits(array, kind, index));
    }

    /** The value of an element as it is to be reported. */
    static long elementValue(Control me, Object array, int index) {
        char kind = ClassInfo.of(array.getClass()).element;
        return kind == 'L' ? Names.of(me, ((Object[]) array)[index]) : ClassInfo.bits(array, kind, index);
    }
}

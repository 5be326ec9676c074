package dev.mcr;

import java.util.Properties;
import jdk.internal.misc.Unsafe;

/**
 * System properties: a location for each key, read wherever the JDK or the program asks for the property.
 *
 * <p>Reads are events only of keys that the program sets, from the first time on: an insight for each key. A program
 * that asks for, or changes, many at once (walks over them, replaces all) gets one location for all of them: the
 * version of the object, as for any other that is not rewritten.
 */
final class SystemProperties {
    private SystemProperties() {}

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long MAP = UNSAFE.objectFieldOffset(Properties.class, "map");
    private static final int PROPERTY = 89;
    /** The key of the insight that properties are asked for as a whole. */
    private static final long WHOLE = 1;

    private static Properties object;
    private static Properties first;

    /** Over all executions: the keys that the program sets, and whether it looks at the whole. */
    private static final LongSet CHANGING = new LongSet();
    private static boolean whole;
    /** In this execution: the locations whose first value is known. */
    private static LongMap begun = new LongMap();

    static void prepare() {
        object = System.getProperties();
        first = (Properties) object.clone();
        Names.persist(object, "system properties");
    }

    /** The same object, with what it held at first. */
    static void reset() {
        begun = new LongMap();
        if (isAsLeft()) {
            return;
        }
        if (!first.equals(object)) {
            UNSAFE.putReferenceVolatile(object, MAP, UNSAFE.getReference(first.clone(), MAP));
        }
        look();
    }

    private static final long TABLE = Internals.offset("java.util.concurrent.ConcurrentHashMap", "table");
    private static final long NEXT = Internals.offset("java.util.concurrent.ConcurrentHashMap$Node", "next");
    private static final long VALUE = Internals.offset("java.util.concurrent.ConcurrentHashMap$Node", "val");
    /** The nodes of the map and their values by turns, when it was last as at first; empty if not all can be seen. */
    private static Object[] nodes = new Object[0];

    /** Whether the map has the same nodes with the same values as then. To ask it for all takes much longer. */
    private static boolean isAsLeft() {
        int at = 0;
        for (Object bin : table()) {
            for (Object node = bin; node != null; node = UNSAFE.getReference(node, NEXT)) {
                if (at >= nodes.length || nodes[at] != node || nodes[at + 1] != UNSAFE.getReference(node, VALUE)) {
                    return false;
                }
                at += 2;
            }
        }
        return at == nodes.length && at > 0;
    }

    private static void look() {
        java.util.ArrayList<Object> found = new java.util.ArrayList<>();
        for (Object bin : table()) {
            for (Object node = bin; node != null; node = UNSAFE.getReference(node, NEXT)) {
                Object value = UNSAFE.getReference(node, VALUE);
                if (value == null) {
                    // It stands for a tree of nodes.
                    nodes = new Object[0];
                    return;
                }
                found.add(node);
                found.add(value);
            }
        }
        nodes = found.toArray();
    }

    private static Object[] table() {
        Object table = UNSAFE.getReferenceVolatile(UNSAFE.getReference(object, MAP), TABLE);
        return table == null ? new Object[0] : (Object[]) table;
    }

    /** What the insight of this key says is known before it shows. */
    static void isToChange(long key) {
        if (key == WHOLE) {
            whole = true;
        } else {
            CHANGING.add(key);
        }
    }

    /** Whether calls of this object are events for single keys. */
    static boolean hasKeys(Object receiver) {
        return receiver == object && !whole;
    }

    private static long key(String property) {
        return Hash.text(PROPERTY, property) | 2;
    }

    private static long value(Control me, String property) {
        Object value;
        Control unseen = Hooks.suspend();
        try {
            value = object.get(property);
        } finally {
            Hooks.resume(unseen);
        }
        return Names.of(me, value);
    }

    private static long location(Control me, String property) {
        long location = Hash.mix(PROPERTY, key(property));
        if (Labels.isNew(location)) {
            Native.labelDeclaredField(location, 0, "property " + property, 'L', true);
        }
        if (begun.get(location) == 0) {
            begun.put(location, 1);
            Native.initial(location, value(me, property));
        }
        return location;
    }

    /** A property is about to be read, by whomever. */
    static void read(Object properties, Object property) {
        Control me = Hooks.self();
        if (me != null && me.open != Control.NONE || properties != JdkStatics.PROPERTIES.get()) {
            return;
        }
        if (me == null) {
            readUnseen(properties, property);
        } else if (whole) {
            if (!Once.runs(me)) {
                Versions.look(me, properties, me.place());
            }
        } else if (property instanceof String && mayChange(me, key((String) property)) && !Once.runs(me)) {
            String name = (String) property;
            Access.read(me, location(me, name), 0, me.place());
            Access.completeRead(me, value(me, name));
        }
    }

    private static boolean mayChange(Control me, long key) {
        if (!CHANGING.contains(key)) {
            if (!me.vainLooks.isTooMany(me, key)) {
                return false;
            }
            changes(me, key);
        }
        return true;
    }

    private static void changes(Control me, long key) {
        CHANGING.add(key);
        me.initialiserTells();
        Insights.propertyChanges(key);
    }

    private static void readUnseen(Object properties, Object property) {
        if (whole) {
            LoaderCode.uses(Access.version(Names.of(null, properties)), false);
        } else if (property instanceof String && CHANGING.contains(key((String) property))) {
            LoaderCode.uses(Hash.mix(PROPERTY, key((String) property)), false);
        }
    }

    private static final String LOADER_SETS = "a class loader of the program sets a property while it loads a class";

    /** The program is about to set a property by a static method, or to remove it if there is no value. */
    static void set(String property, String value, int site) {
        Control me = Hooks.self();
        LoaderCode.isNotCovered(LOADER_SETS);
        if (me != null && property != null && !property.isEmpty()) {
            write(me, property, value, false, site);
        }
    }

    /** A property is about to be set, or removed if there is no value; if it {@code isKept}, only where it has none. */
    static void write(Control me, String property, Object value, boolean isKept, int site) {
        if (whole) {
            Versions.change(me, JdkStatics.PROPERTIES.get(), key(property), Names.of(me, value), site);
            return;
        }
        if (!CHANGING.contains(key(property))) {
            changes(me, key(property));
        }
        long after = Names.of(me, value);
        Access.update(me, location(me, property), 0, new Access.Cell() {
            @Override
            public long now(Control me) {
                return value(me, property);
            }

            @Override
            public long after(long before) {
                return isKept && before != 0 ? before : after;
            }
        }, site);
    }

    /** The program calls the object that holds all properties. */
    static void perform(Control me, Object[] arguments, int site) {
        String method = Native.siteMethod(site);
        boolean ofKey = arguments.length > 0 && arguments[0] instanceof String;
        switch (method) {
            case "getProperty", "get", "getOrDefault", "containsKey":
                // They tell themselves.
                return;
            case "setProperty", "put", "putIfAbsent":
                if (ofKey && arguments[1] != null) {
                    write(me, (String) arguments[0], arguments[1], method.equals("putIfAbsent"), site);
                    return;
                }
                break;
            case "remove":
                if (ofKey && arguments.length == 1) {
                    write(me, (String) arguments[0], null, false, site);
                    return;
                }
                break;
            default:
        }
        asWhole(me);
    }

    /** Somebody is about to look at all properties: code of the JDK that copies them, say. */
    static void walked(Object properties) {
        Control me = Hooks.self();
        boolean matters = whole || !CHANGING.isEmpty();
        if (me == null || !matters || me.open != Control.NONE || properties != JdkStatics.PROPERTIES.get()
                || Once.runs(me)) {
            return;
        }
        asWhole(me);
        // Else the call that the program has made is an update.
        if (!CallEvents.isInside(me, properties)) {
            Versions.look(me, properties, me.place());
        }
    }

    static void asWhole(Control me) {
        if (!whole) {
            whole = true;
            me.initialiserTells();
            Insights.propertyChanges(WHOLE);
        }
    }

    /** {@code System.setProperties}. */
    static void replace(Control me, Object properties) {
        asWhole(me);
        JdkStatics.PROPERTIES.write(me, properties, me.place());
    }
}

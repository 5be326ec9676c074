package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/** Where the fields that instructions name are in the heap. Each execution has its own classes of the application. */
final class Places {
    private Places() {}

    private static final class Found {
        final Class<?> declaring;
        /** Of a static field. */
        final Object base;
        final ClassInfo.FieldInfo place;

        Found(Field field) {
            declaring = field.getDeclaringClass();
            base = Modifier.isStatic(field.getModifiers()) ? ClassInfo.UNSAFE.staticFieldBase(field) : null;
            place = ClassInfo.FieldInfo.of(field, 0);
        }
    }

    /** By site. */
    private static Found[] found = new Found[1 << 10];

    static void reset() {
        for (int i = 0; i < found.length; i++) {
            if (found[i] != null && found[i].declaring.getClassLoader() != null) {
                found[i] = null;
            }
        }
    }

    private static Found known(int site) {
        if (site >= found.length) {
            Found[] more = new Found[Integer.highestOneBit(site) << 1];
            System.arraycopy(found, 0, more, 0, found.length);
            found = more;
        }
        return found[site];
    }

    /** The field of an object that the instruction at a site names. */
    static ClassInfo.FieldInfo ofField(Control me, Object owner, int site) {
        Found known = known(site);
        if (known == null || !known.declaring.isInstance(owner)) {
            known = found[site] = find(me, owner.getClass(), site);
        }
        return known.place;
    }

    /** The static field that the instruction at a site names. */
    static ClassInfo.FieldInfo ofStatic(Control me, int site) {
        Found known = known(site);
        if (known == null) {
            known = found[site] = find(me, null, site);
        }
        return known.place;
    }

    /** Where that static field is, once {@link #ofStatic} has found it. */
    static Object base(int site) {
        return found[site].base;
    }

    private static Found find(Control me, Class<?> object, int site) {
        Control unseen = Hooks.suspend();
        try {
            String owner = Native.fieldOwner(site).replace('/', '.');
            String named = Native.fieldNamed(site);
            int colon = named.indexOf(':');
            Class<?> type = object == null ? Class.forName(owner, false, Driver.loader()) : upTo(object, owner);
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (field.getName().equals(named.substring(0, colon))
                            && field.getType().descriptorString().equals(named.substring(colon + 1))) {
                        return new Found(field);
                    }
                }
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // Below.
        } finally {
            Hooks.resume(unseen);
        }
        Threads.refuse(me, "cannot find the field " + Native.fieldNamed(site) + " of " + Native.fieldOwner(site) + ", whose writes may be delayed");
        throw Stop.STOP;
    }

    /** The superclass of this name. A hidden class is called something more. */
    private static Class<?> upTo(Class<?> object, String name) {
        for (Class<?> c = object; c != null; c = c.getSuperclass()) {
            if (c.getName().equals(name) || c.isHidden() && c.getName().startsWith(name + "/")) {
                return c;
            }
        }
        return object;
    }
}

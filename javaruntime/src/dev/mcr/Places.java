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

        Found(Class<?> declaring, ClassInfo.FieldInfo place) {
            this.declaring = declaring;
            this.base = null;
            this.place = place;
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
            Found[] more = new Found[Copies.lengthFor(site)];
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
        Field field = named(object, site);
        if (field == null && object != null) {
            // Reflection cannot tell of a class which has a field of a type that does not exist.
            for (ClassInfo.FieldInfo known : ClassInfo.of(object).fields()) {
                if (Native.fieldNamed(site).startsWith(known.name + ":")) {
                    return new Found(object, known);
                }
            }
        }
        return new Found(known(me, field, site));
    }

    /**
     * The field that the instruction at a site names; {@code object} is the class of the object whose field it is, or
     * null.
     */
    private static Field field(Control me, Class<?> object, int site) {
        return known(me, named(object, site), site);
    }

    /** Ends the check if the field at a site could not be found. */
    private static Field known(Control me, Field field, int site) {
        if (field != null) {
            return field;
        }
        Threads.refuse(me, "cannot find the field " + Native.fieldNamed(site) + " of " + Native.fieldOwner(site)
                + ", which threads may share");
        throw Stop.STOP;
    }

    /** The same, or null if there is none. */
    private static Field named(Class<?> object, int site) {
        Control unseen = Hooks.suspend();
        try {
            String owner = Native.fieldOwner(site).replace('/', '.');
            String named = Native.fieldNamed(site);
            int colon = named.indexOf(':');
            Class<?> type = object == null ? Class.forName(owner, false, Loaders.ofSite(site)) : upTo(object, owner);
            return find(type, named.substring(0, colon), named.substring(colon + 1));
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        } finally {
            Hooks.resume(unseen);
        }
    }

    /** The static field that the instruction at a site names; null if there is none, as the JVM will say. */
    static Field staticField(int site) {
        return named(null, site);
    }

    /** As the JVM looks for a field (JVMS 5.4.3.2). */
    private static Field find(Class<?> type, String name, String descriptor) {
        if (type == null) {
            return null;
        }
        for (Field field : type.getDeclaredFields()) {
            if (field.getName().equals(name) && field.getType().descriptorString().equals(descriptor)) {
                return field;
            }
        }
        for (Class<?> implemented : type.getInterfaces()) {
            Field constant = find(implemented, name, descriptor);
            if (constant != null) {
                return constant;
            }
        }
        return find(type.getSuperclass(), name, descriptor);
    }

    /**
     * What {@link Native#fieldKey} says of a field that an instruction names in a class of another loader than that of
     * the class path: what a name means there, the JVM knows.
     */
    static long key(Control me, Object owner, int site) {
        Field field = field(me, owner == null ? null : owner.getClass(), site);
        Class<?> declaring = field.getDeclaringClass();
        boolean isOpaque = Loaders.of(me, declaring) == 0 && !AppLoader.is(declaring.getClassLoader())
                && !Native.rewritten(declaring.getName(), 0);
        return isOpaque ? Native.OPAQUE_FIELD : Access.key(declaring, field.getName(), field.getType());
    }

    /** The class that declares such a field, a static one. */
    static Class<?> declaring(Control me, int site) {
        return field(me, null, site).getDeclaringClass();
    }

    /** For reports: such a field is at a location; {@code owner} is null for a static one. */
    static void label(Control me, long location, long name, Object owner, int site) {
        Field field = field(me, owner == null ? null : owner.getClass(), site);
        String type = owner == null ? ClassInfo.simpleName(field.getDeclaringClass()) + "." : "";
        Native.labelDeclaredField(location, name, type + field.getName(), ClassInfo.kindCharacter(field.getType()),
                Modifier.isVolatile(field.getModifiers()));
    }

    /** The superclass of this name. A hidden class is called something more. */
    static Class<?> upTo(Class<?> object, String name) {
        for (Class<?> c = object; c != null; c = c.getSuperclass()) {
            if (c.getName().equals(name) || c.isHidden() && c.getName().startsWith(name + "/")) {
                return c;
            }
        }
        return object;
    }
}

package dev.mcr;

import java.lang.ref.Reference;
import java.lang.reflect.AccessibleObject;

/**
 * What objects consist of that a thread has made since a base of {@link Scopes}, and that nobody else can reach: a part
 * of its local state, compared as a graph.
 *
 * <p>Invariant: what is told of two objects is the same only if the same code would do the same with them. So the graph
 * says which references lead to the same object, and where each was made, which will be in its name. Nothing is told of
 * objects of which not everything is in fields that can be read here.
 */
final class OwnObjects {
    /** So many objects, and so many fields and elements of all of them. */
    private static final int MOST = 64;
    private static final int MOST_PARTS = 512;

    private static final int KNOWN = 227;
    private static final int OBJECT = 229;

    private Object[] seen = new Object[4];
    private int size;
    private int parts;

    /** Of the objects of a new local state nothing has been told. */
    void begin() {
        for (int i = 0; i < size; i++) {
            seen[i] = null;
        }
        size = 0;
        parts = 0;
    }

    /** What there is to tell of an object that the thread has made since; or {@link Scopes#UNKNOWN}. */
    long of(Control me, Object object, Scope.Base base) {
        for (int i = 0; i < size; i++) {
            if (seen[i] == object) {
                return Hash.mix(KNOWN, i);
            }
        }
        ClassInfo info = ClassInfo.of(object.getClass());
        if (size == MOST || !isAllInFields(info, object) || !Names.isOwn(me, object)) {
            return Scopes.UNKNOWN;
        }
        if (size == seen.length) {
            seen = Copies.of(seen, size * 2);
        }
        seen[size++] = object;
        long hash = Hash.mix(Hash.mix(OBJECT, info.hash), Names.madeAt(me, object));
        hash = Hash.mix(hash, IdentityHash.given(object));
        return info.element == 0 ? fields(me, object, info, base, hash) : elements(me, object, info, base, hash);
    }

    private long fields(Control me, Object object, ClassInfo info, Scope.Base base, long hash) {
        for (ClassInfo.FieldInfo field : info.fields()) {
            long part = field.kind == 'L' ? me.scopes.reference(me, ClassInfo.reference(object, field), base)
                    : ClassInfo.bits(object, field);
            if (++parts > MOST_PARTS || field.kind == 'L' && part == Scopes.UNKNOWN) {
                return Scopes.UNKNOWN;
            }
            hash = Hash.mix(hash, part);
        }
        return hash;
    }

    private long elements(Control me, Object array, ClassInfo info, Scope.Base base, long hash) {
        int length = ClassInfo.length(array);
        parts += length;
        if (parts > MOST_PARTS || parts < 0) {
            return Scopes.UNKNOWN;
        }
        hash = Hash.mix(hash, length);
        for (int i = 0; i < length; i++) {
            long part = info.element == 'L' ? me.scopes.reference(me, ((Object[]) array)[i], base)
                    : ClassInfo.bits(array, info.element, i);
            if (info.element == 'L' && part == Scopes.UNKNOWN) {
                return Scopes.UNKNOWN;
            }
            hash = Hash.mix(hash, part);
        }
        return hash;
    }

    /** Whether what the fields and elements hold is all that there is to an object of the thread's own. */
    private static boolean isAllInFields(ClassInfo info, Object object) {
        if (info.element != 0) {
            return true;
        }
        return (info.kind == ClassInfo.APPLICATION || info.kind == ClassInfo.JDK) && !info.namedByHistory && !info.proxy
                && !info.accessor && info.contents == Contents.NONE && !info.leadsOn && !Names.isPersistent(object)
                && !Defaults.isSingle(info.type) && !(object instanceof ClassLoader) && !(object instanceof Thread)
                && !(object instanceof ThreadLocal) && !(object instanceof Reference)
                && !(object instanceof AccessibleObject);
    }
}

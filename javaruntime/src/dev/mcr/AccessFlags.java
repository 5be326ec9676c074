package dev.mcr;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;

/**
 * Whether a {@code Field}, {@code Method} or {@code Constructor} object has been made accessible: the only thing about
 * it that changes. Names of such objects say which member it is, and two objects may be of one member; so the flag is a
 * location of its own, named by who was the first to hand the object on, which is when other threads can get it.
 *
 * <p>Most programs make an object accessible before they hand it on, if at all. So the flag is a location only for
 * members of which an object was changed later ({@link Insights}).
 */
final class AccessFlags {
    private AccessFlags() {}

    private static final Unsafe UNSAFE = ClassInfo.UNSAFE;
    private static final long OFFSET = UNSAFE.objectFieldOffset(AccessibleObject.class, "override");
    private static final int FLAG = 89;

    /** Over all executions: the members of which an object was changed after it was handed on. */
    private static final LongSet CHANGED = new LongSet();
    private static boolean any;

    /** The objects that other threads may have. */
    private static ObjectNames handedOn = new ObjectNames(1 << 5);

    static void reset() {
        handedOn = new ObjectNames(1 << 5);
    }

    /** That is known before it shows. */
    static void isToChange(long member) {
        CHANGED.add(member);
        any = true;
    }

    private static boolean flag(Object object) {
        return UNSAFE.getBoolean(object, OFFSET);
    }

    /** An object is handed on; {@code member} is its name, which it shares with all objects of the same member. */
    static void handedOn(Control me, AccessibleObject object, long member) {
        if (handedOn.get(object) != 0) {
            return;
        }
        boolean silent = me.isSilent();
        long maker = silent ? me.initialisers.key : me.id;
        long count = silent ? Initialisation.count(Hash.mix(maker, FLAG)) : ++me.counts.handedOn;
        long flags = Hash.mix(member, flag(object) ? FLAG + 1 : FLAG);
        long name = Hash.notNull(Hash.mix(Hash.mix(maker, count), flags));
        handedOn.put(object, name);
        if (silent) {
            Initialisation.madeBy(name, maker);
        } else {
            me.scopes.wrote(me, object);
        }
        if (CHANGED.contains(member) && flag(object)) {
            Native.initial(location(name, member), 1);
        }
    }

    private static long location(long name, long member) {
        long location = Hash.mix(name, FLAG);
        if (Labels.isNew(location)) {
            Native.labelDeclaredField(location, member, "accessible", 'Z', true);
        }
        return location;
    }

    /** Whether an object is accessible matters to what the thread does next. */
    static void look(Control me, Object object) {
        long name = !any || me == null || me.open != Control.NONE ? 0 : handedOn.get(object);
        long member = name == 0 ? 0 : Names.of(me, object);
        if (name != 0 && CHANGED.contains(member)) {
            Access.read(me, location(name, member), name, me.place());
            Access.completeRead(me, flag(object) ? 1 : 0);
        }
    }

    /** An object is about to be made accessible, or no longer so. */
    static void set(Control me, Object object, boolean accessible) {
        long name = me == null ? 0 : handedOn.get(object);
        if (name == 0) {
            if (me != null) {
                me.changes();
            }
            return;
        }
        long member = Names.of(me, object);
        if (!CHANGED.contains(member)) {
            if (accessible == flag(object) || me.isSilent() && Initialisation.isOwn(me, name)) {
                return;
            }
            isToChange(member);
            Insights.accessChanges(member);
        }
        ClassInfo.FieldInfo place = new ClassInfo.FieldInfo(OFFSET, 'Z', FLAG, "override");
        Access.write(me, location(name, member), name, accessible ? 1 : 0, Codes.WRITE, object, place, me.place());
    }

    /**
     * Whether a field will refuse an access from this class, as far as modifiers say. (Classes that are nested in one
     * class see each other's private members.)
     */
    static boolean refuses(Field field, String caller, boolean writes) {
        if (flag(field)) {
            return writes && Modifier.isFinal(field.getModifiers()) && Modifier.isStatic(field.getModifiers());
        }
        if (writes && Modifier.isFinal(field.getModifiers())) {
            return true;
        }
        if (Modifier.isPublic(field.getModifiers()) || Modifier.isProtected(field.getModifiers())) {
            return false;
        }
        String declaring = field.getDeclaringClass().getName();
        return Modifier.isPrivate(field.getModifiers())
                ? !outermost(declaring).equals(outermost(caller)) : !inPackage(declaring).equals(inPackage(caller));
    }

    private static String outermost(String type) {
        int nested = type.indexOf('$');
        return nested < 0 ? type : type.substring(0, nested);
    }

    private static String inPackage(String type) {
        return type.substring(0, type.lastIndexOf('.') + 1);
    }
}

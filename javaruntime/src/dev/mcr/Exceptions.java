package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import jdk.internal.misc.Unsafe;

/**
 * Exceptions that several threads have: their cause, what they have suppressed, and their stack trace are locations of
 * the object.
 *
 * <p>What an exception was made with follows from its name, which says what its thread had learned. So a stack trace is
 * what it was at first until somebody sets it: the value of its location is 0, then a hash of the frames; what has been
 * suppressed since the object got its name is a hash of that in its order.
 *
 * <p>The JDK's methods for the cause and the suppressed are synchronized: their events come before the call, not inside
 * the JVM's monitor.
 */
final class Exceptions {
    private Exceptions() {}

    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long CAUSE = offset("cause");
    private static final long SUPPRESSED = offset("suppressedExceptions");

    private static final int CAUSE_PART = 67, SUPPRESSED_PART = 71, STACK_PART = 73;
    /** Value of a cause that was set to null: nobody can set it any more. */
    private static final long NO_CAUSE = Hash.text(CAUSE_PART, "none");

    private static LongMap versions = new LongMap();

    static void reset() {
        versions = new LongMap();
    }

    private static long offset(String field) {
        try {
            return UNSAFE.objectFieldOffset(Throwable.class.getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            throw new NoSuchFieldError(field);
        }
    }

    private static long streamOffset;

    /** The stream in a {@code Throwable.WrappedPrintStream}. */
    static Object stream(Object wrapped) {
        if (streamOffset == 0) {
            try {
                streamOffset = UNSAFE.objectFieldOffset(wrapped.getClass().getDeclaredField("printStream"));
            } catch (NoSuchFieldException e) {
                throw new NoSuchFieldError(e.getMessage());
            }
        }
        return UNSAFE.getReference(wrapped, streamOffset);
    }

    /** Whether a method of this name is one of those whose calls are events. */
    static boolean isAccess(String method) {
        switch (method) {
            case "getCause", "initCause", "getSuppressed", "addSuppressed", "fillInStackTrace", "getOurStackTrace":
                return true;
            default:
                return false;
        }
    }

    private static long location(long name, int part) {
        long location = Hash.mix(name, part);
        if (Labels.isNew(location)) {
            String field = part == CAUSE_PART ? "cause" : part == SUPPRESSED_PART ? "suppressed" : "stackTrace";
            Native.labelDeclaredField(location, name, field, part == CAUSE_PART ? 'L' : 'J', true);
        }
        return location;
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = (Throwable) UNSAFE.getReference(thrown, CAUSE);
        return cause == thrown ? null : cause;
    }

    private static boolean hasCause(Throwable thrown) {
        return UNSAFE.getReference(thrown, CAUSE) != thrown;
    }

    private static long causeValue(Control me, Throwable thrown) {
        Throwable cause = cause(thrown);
        return cause != null ? Names.of(me, cause) : versions.get(Hash.mix(Names.of(me, thrown), CAUSE_PART));
    }

    private static Object[] suppressed(Throwable thrown) {
        Control me = Hooks.suspend();
        try {
            List<?> list = (List<?>) UNSAFE.getReference(thrown, SUPPRESSED);
            return list == null ? new Object[0] : list.toArray();
        } finally {
            Hooks.resume(me);
        }
    }

    /** An exception has got its name: so does what it leads to. */
    static void named(Control me, Throwable thrown, long name, int site) {
        if (cause(thrown) != null) {
            Access.contentWrite(me, location(name, CAUSE_PART), causeValue(me, thrown), site);
        }
        for (Object suppressed : suppressed(thrown)) {
            Names.of(me, suppressed);
        }
        for (Class<?> c = thrown.getClass(); c != Throwable.class; c = c.getSuperclass()) {
            if (ClassInfo.of(c).kind == ClassInfo.HARMLESS) {
                nameFields(me, thrown, c);
            }
        }
    }

    /** The JDK's exceptions have fields of their own, which are set when they are made. */
    private static void nameFields(Control me, Throwable thrown, Class<?> type) {
        Field[] fields;
        Control unseen = Hooks.suspend();
        try {
            fields = type.getDeclaredFields();
        } finally {
            Hooks.resume(unseen);
        }
        for (Field field : fields) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                Names.of(me, UNSAFE.getReference(thrown, UNSAFE.objectFieldOffset(field)));
            }
        }
    }

    /** The event of a call whose arguments have been collected. */
    static void perform(Control me, Throwable thrown, boolean byJdk, Object[] arguments, int site) {
        if (!(byJdk ? Names.isNamed(thrown) : Names.isShared(me, thrown))) {
            return;
        }
        Throwable given = arguments.length > 0 ? (Throwable) arguments[0] : null;
        switch (Native.siteMethod(site)) {
            case "getCause":
                fence(me, site);
                read(me, thrown, CAUSE_PART, site);
                break;
            case "getSuppressed":
                fence(me, site);
                read(me, thrown, SUPPRESSED_PART, site);
                break;
            case "getOurStackTrace":
                Initialisation.stackAsked(me, thrown);
                fence(me, site);
                read(me, thrown, STACK_PART, site);
                break;
            case "initCause":
                update(me, thrown, CAUSE_PART,
                        given == thrown ? NO_CHANGE : given == null ? NO_CAUSE : Names.of(me, given), site);
                break;
            case "addSuppressed":
                update(me, thrown, SUPPRESSED_PART,
                        given == null || given == thrown ? NO_CHANGE : Names.of(me, given), site);
                break;
            default:
                // What the stack is now, the thread's name and history say.
                update(me, thrown, STACK_PART, Hash.notNull(Hash.mix(me.id, me.history)), site);
        }
    }

    private static final long NO_CHANGE = 0;

    /** The JDK's methods enter a monitor. */
    private static void fence(Control me, int site) {
        if (StoreBuffers.on) {
            Fences.full(me, site);
        }
    }

    private static long value(Control me, Throwable thrown, long location, int part) {
        return part == CAUSE_PART ? causeValue(me, thrown) : versions.get(location);
    }

    private static void read(Control me, Throwable thrown, int part, int site) {
        long name = Names.of(me, thrown);
        long location = location(name, part);
        Access.read(me, location, name, site);
        Access.completeRead(me, value(me, thrown, location, part));
    }

    private static void update(Control me, Throwable thrown, int part, long given, int site) {
        long name = Names.of(me, thrown);
        long location = location(name, part);
        Access.update(me, location, name, new Access.Cell() {
            @Override
            public long now(Control me) {
                return value(me, thrown, location, part);
            }

            @Override
            public long after(long before) {
                // A cause can be set once.
                if (given == NO_CHANGE || part == CAUSE_PART && hasCause(thrown)) {
                    return before;
                }
                long after = part == SUPPRESSED_PART ? Hash.notNull(Hash.mix(before, given)) : given;
                if (part != CAUSE_PART || given == NO_CAUSE) {
                    versions.put(location, after);
                }
                return after;
            }
        }, site);
    }

    /** {@code setStackTrace}. */
    static void stackSet(Control me, Throwable thrown, StackTraceElement[] frames) {
        if (me == null || me.open != Control.NONE || !Names.isNamed(thrown) || frames == null) {
            return;
        }
        long hash = STACK_PART;
        for (StackTraceElement frame : frames) {
            hash = Hash.mix(hash, Names.of(me, frame));
        }
        update(me, thrown, STACK_PART, Hash.notNull(hash), me.place());
    }
}

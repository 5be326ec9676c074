package dev.mcr;

import java.util.zip.ZipFile;

/**
 * Code of the program that runs while a class is loaded, in the middle of whatever the thread does. The JVM asks a
 * loader for a class in whichever thread comes first to an instruction that names it, so what the loader does are no
 * events. Where other threads use the same fields, elements or objects of the JDK, and one of them changes them, or
 * where they enter the same monitors, the report says so; so it does where the loader prints, or sets what the JDK
 * holds for all threads, while there are several.
 */
final class LoaderCode {
    private LoaderCode() {}

    static void field(Object owner, boolean writes, int site) {
        Control me = Unseen.self();
        if (me != null && owner != null && !Threads.isAlone() && Names.isNamed(owner)) {
            tell(me, Access.location(me, owner, site), writes, site);
        }
    }

    static void staticField(boolean writes, int site) {
        Control me = Unseen.self();
        if (me != null && !Threads.isAlone() && !isConstants(site)) {
            tell(me, Access.location(me, null, site), writes, site);
        }
    }

    /**
     * Whether a field has the constants of an enum, which the JDK asks for unseen as well. Only the initialiser writes
     * it.
     */
    private static boolean isConstants(int site) {
        String field = Native.fieldNamed(site);
        return field.startsWith("$VALUES:") || field.startsWith("ENUM$VALUES:");
    }

    static void element(Object array, int index, boolean writes, int site) {
        Control me = Unseen.self();
        if (me != null && array != null && !Threads.isAlone() && Names.isNamed(array) && index >= 0
                && index < ClassInfo.length(array)) {
            long location = WholeArrays.include(me, array) ? WholeArrays.location(me, array)
                    : Access.element(array, Names.of(me, array), index);
            tell(me, location, writes, site);
        }
    }

    /** A call of an object of the JDK is an update of its version; but asking loaders and archives changes nothing. */
    static void call(Object receiver, int site) {
        Control me = Unseen.self();
        if (me == null || receiver == null || Threads.isAlone() || receiver instanceof ClassLoader
                || receiver instanceof ZipFile) {
            return;
        }
        if (ClassInfo.of(receiver.getClass()).kind == ClassInfo.OPAQUE && Names.isNamed(receiver)) {
            tell(me, Versions.of(me, receiver), true, site);
        }
    }

    /** A static method or constructor that uses state of the JDK ({@link StaticStates}). */
    static void staticCall(int site) {
        Control me = Unseen.self();
        String state = me == null || Threads.isAlone() ? null : Native.siteState(site);
        if (state != null && state.charAt(0) != StaticStates.WHO) {
            tell(me, Versions.ofState(state.substring(1)), state.charAt(0) != StaticStates.LOOK, site);
        }
    }

    /**
     * Code of the JDK uses a static field, property or default, which is a location, because the program has changed
     * it. What the JDK does for itself does not count.
     */
    static void uses(long location, boolean writes) {
        Control me = Unseen.self();
        if (me != null && !Threads.isAlone() && Once.isCalledByProgram()) {
            tell(me, location, writes, me.callSite);
        }
    }

    /**
     * A thread is started, which is not under control. The JDK's own threads (one that waits for processes, say) are in
     * the root group, or of a class of their own.
     */
    static void startsThread(Thread thread) {
        Control me = Unseen.self();
        ThreadGroup group = thread.getThreadGroup();
        boolean isOfJdk = group == null || group.getParent() == null
                || Threads.isOfJdk(thread.getClass());
        if (me != null && !isOfJdk && Once.isCalledByProgram()) {
            Native.notCovered("a class loader of the program starts a thread while it loads a class", me.callSite);
        }
    }

    /** The monitor of an object, or of a class if it is null, is entered. */
    static void monitor(Object object, int site) {
        Control me = Unseen.self();
        if (me != null && !Threads.isAlone() && (object == null || Names.isShared(me, object))) {
            Native.unseenMonitor(me.id, Monitors.ofMethod(me, object, site), site);
        }
    }

    /** A lock that has a model, which is a monitor, is used as it is. */
    static void lock(Object sync) {
        Control me = Unseen.self();
        if (me != null && !Threads.isAlone()) {
            Native.unseenMonitor(me.id, Names.of(me, sync), me.callSite);
        }
    }

    /** Whether this is such code. Then others may notice what it does here, or it may notice what they do. */
    static boolean isNotCovered(String what) {
        Control me = Unseen.self();
        if (me != null && !Threads.isAlone()) {
            Native.notCovered(what, me.callSite);
        }
        return me != null;
    }

    private static void tell(Control me, long location, boolean writes, int site) {
        if (location != 0) {
            Native.unseenAccess(me.id, location, writes, site);
        }
    }
}

package dev.mcr;

/**
 * Code of the program that runs while a class is loaded, in the middle of whatever the thread does. The JVM asks a
 * loader for a class in whichever thread comes first to an instruction that names it, so what the loader does are no
 * events. Where other threads use the same fields or elements, and one of them writes, the report says so.
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
            tell(me, Access.element(array, Names.of(me, array), index), writes, site);
        }
    }

    private static void tell(Control me, long location, boolean writes, int site) {
        if (location != 0) {
            Native.unseenAccess(me.id, location, writes, site);
        }
    }
}

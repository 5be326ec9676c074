package dev.mcr;

import java.util.Map;

/**
 * Which classes and packages a loader has defined: one location for each loader of the program, and one for the loader
 * of the class path. To define one is an update of it, and to ask for one looks at it.
 *
 * <p>Nobody does so in most programs but while a class is loaded, which is no event ({@link Unseen}). So the
 * exploration begins anew once one of several threads does; from then on, both are noted by name: where one thread asks
 * for what another one defines while it loads a class, or the other way round, the report says so.
 */
final class LoaderTables {
    private LoaderTables() {}

    /** Who is loading a class so, by which loader, and how many events it had had. */
    private static Control loading;
    private static ClassLoader loadedBy;
    private static long eventsBefore;
    /** Whether that event is an update, so that what is defined then belongs to it. */
    private static boolean loadingChanges;

    /** Stands for all of them where it is about whether there are such events. */
    private static final String STATE = "classes of loaders";

    private static final int CLASSES = 113, PACKAGES = 127;
    private static final String ALL = "*";

    /** A class is about to be defined; the name is null if only its class file says it. */
    static void defines(ClassLoader loader, String type, byte[] bytes, int offset, int length) {
        Control me = user(loader);
        if (me == null) {
            return;
        }
        String name = type != null ? type.replace('/', '.') : ClassFiles.name(bytes, offset, length);
        int dot = name.lastIndexOf('.');
        String named = dot < 0 ? "" : name.substring(0, dot);
        boolean first = !hasPackage(loader, named);
        if (uses(me, loader, true)) {
            note(me, loader, CLASSES, name, true);
            if (first) {
                note(me, loader, PACKAGES, named, true);
                note(me, loader, PACKAGES, ALL, true);
            }
        }
    }

    static void definesPackage(ClassLoader loader, String name) {
        Control me = user(loader);
        if (me != null && uses(me, loader, true)) {
            note(me, loader, PACKAGES, name, true);
            note(me, loader, PACKAGES, ALL, true);
        }
    }

    /**
     * The program asks for a class by its name, which may be loaded then: unseen, but together with an update of what
     * its loader has. The loader of the class path finds the same classes whenever it is asked, unless they are defined
     * otherwise: there it is only a look.
     */
    static void loads(ClassLoader loader) {
        Control me = Defaults.isTracked(STATE) ? user(loader) : null;
        boolean changes = !isOfClassPath(loader);
        if (me != null && uses(me, loader, changes)) {
            loadingChanges = changes;
            loading = me;
            loadedBy = loader;
            eventsBefore = me.events;
        }
    }

    static void findsClass(ClassLoader loader, String name) {
        KeptClasses.asked(loader);
        Control me = user(loader);
        if (me != null && uses(me, loader, false)) {
            note(me, loader, CLASSES, name, false);
        }
    }

    static void findsPackage(ClassLoader loader, String name) {
        KeptClasses.asked(loader);
        Control me = user(loader);
        if (me != null && uses(me, loader, false)) {
            note(me, loader, PACKAGES, name, false);
        }
    }

    static void findsPackages(ClassLoader loader) {
        findsPackage(loader, ALL);
    }

    /** The calling thread, if others may notice what it does with a loader. */
    private static Control user(ClassLoader loader) {
        Control me = Hooks.running == null ? Unseen.self() : Hooks.self();
        return me == null || Threads.isAlone() || Loaders.definesJdk(loader) ? null : me;
    }

    /** The event, if it is not in the middle of loading a class; whether it matters at all. */
    private static boolean uses(Control me, ClassLoader loader, boolean changes) {
        if (Hooks.running == null) {
            return Defaults.isTracked(STATE) && (isOfClassPath(loader) || Names.isNamed(loader));
        }
        if (me.open != Control.NONE || !isOfClassPath(loader)
                && (!Names.isShared(me, loader) || CallEvents.isInside(me, loader))) {
            return false;
        }
        Defaults.isAsked(me, STATE);
        if (!Defaults.isTracked(STATE)) {
            return false;
        }
        long location = location(me, loader);
        if (changes) {
            me.changes();
            me.initialiserTells();
            Versions.update(me, location, Hash.mix(me.id, me.history), me.place());
        } else {
            Versions.lookBehind(me, location, me.place());
        }
        return true;
    }

    private static void note(Control me, ClassLoader loader, int kind, String name, boolean defines) {
        if (Hooks.running == null && me == loading && loader == loadedBy && me.events == eventsBefore
                && (loadingChanges || !defines)) {
            return;
        }
        long used = Hash.text(Hash.mix(name(me, loader), kind), name);
        Native.usesLoader(me.id, used, defines, Hooks.running != null, me.callSite);
    }

    private static long location(Control me, ClassLoader loader) {
        long name = Hash.mix(name(me, loader), CLASSES);
        if (Labels.isNew(name)) {
            Native.labelObject(name, STATE, true);
        }
        return Access.version(name);
    }

    /** All threads have that one from the start. */
    private static boolean isOfClassPath(ClassLoader loader) {
        return loader instanceof AppLoader;
    }

    private static long name(Control me, ClassLoader loader) {
        return isOfClassPath(loader) ? CLASSES : Names.of(me, loader);
    }

    private static boolean hasPackage(ClassLoader loader, String name) {
        long offset = ClassInfo.UNSAFE.objectFieldOffset(ClassLoader.class, "packages");
        Control seen = Hooks.suspend();
        try {
            return ((Map<?, ?>) ClassInfo.UNSAFE.getReference(loader, offset)).containsKey(name);
        } finally {
            Hooks.resume(seen);
        }
    }
}

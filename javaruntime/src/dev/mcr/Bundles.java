package dev.mcr;

import java.lang.ref.Reference;
import java.util.ResourceBundle;

/**
 * The cache of {@code ResourceBundle}, which is one location: looking a bundle up looks at it, and what was made is put
 * there by an update.
 *
 * <p>It matters only where making a bundle is no single step: a constructor of the program, or a {@code Control}, does
 * something that other threads see. So that is waited for, and then the exploration begins anew ({@link Defaults}).
 * Bundles of the JDK do not count.
 */
final class Bundles {
    private Bundles() {}

    static final String CACHE = "cache of resource bundles";

    private static final long NEVER = -1;

    /** A bundle of this module is about to be looked up, and then perhaps made. */
    static void isAsked(Object module) {
        Control me = isOfProgram(module) ? Hooks.self() : null;
        if (me != null) {
            Defaults.look(CACHE);
            me.bundleAsked = me.events;
            me.scopes.pin(me);
        }
    }

    static void isLookedUp(Object key) {
        isAsked(module(key));
    }

    /** What was made, or that there is none, is about to be kept under this key, unless there is something already. */
    static void isKept(Object key, ResourceBundle bundle) {
        Control me = isOfProgram(module(key)) ? Hooks.self() : null;
        if (me == null || me.open != Control.NONE) {
            return;
        }
        if (me.bundleAsked != me.events) {
            Defaults.isAsked(me, CACHE);
        }
        // One that was made inside of another's constructor is a part of that.
        me.bundleAsked = NEVER;
        me.scopes.pin(me);
        if (!me.isSilent() && bundle != null) {
            Names.of(me, bundle);
            Access.reportContents(me, me.place());
        }
        Defaults.happens(CACHE);
    }

    private static boolean isOfProgram(Object module) {
        return Hooks.running != null && module != null && !Loaders.definesJdk(((Module) module).getClassLoader());
    }

    private static Object module(Object key) {
        if (Hooks.running == null) {
            return null;
        }
        long offset = ClassInfo.UNSAFE.objectFieldOffset(key.getClass(), "moduleRef");
        return ((Reference<?>) ClassInfo.UNSAFE.getReference(key, offset)).get();
    }
}

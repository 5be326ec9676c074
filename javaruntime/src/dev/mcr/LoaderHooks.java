package dev.mcr;

import java.lang.invoke.MethodHandles;
import java.net.URL;
import java.nio.ByteBuffer;
import java.security.ProtectionDomain;

/** What methods of {@code ClassLoader}, and those that define a class for a lookup, call at their start. */
public final class LoaderHooks {
    private LoaderHooks() {}

    public static void assertionsSet() {
        if (Hooks.running != null) {
            Defaults.set(Defaults.ASSERTIONS);
        }
    }

    public static void defines(Object loader, String name, byte[] bytes, int offset, int length,
            ProtectionDomain domain) {
        LoaderTables.defines((ClassLoader) loader, name, bytes, offset, length);
    }

    public static void defines(Object loader, String name, ByteBuffer bytes, ProtectionDomain domain) {
        if (bytes == null || !bytes.isDirect() && bytes.hasArray()) {
            // It leads to the other one.
            return;
        }
        byte[] copy = null;
        if (name == null) {
            Control seen = Hooks.suspend();
            copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            Hooks.resume(seen);
        }
        LoaderTables.defines((ClassLoader) loader, name, copy, 0, copy == null ? 0 : copy.length);
    }

    private static final int HIDDEN = 2;

    /** {@code Lookup.defineClass}. Of hidden classes there are never two. */
    public static void defines(Object definer, boolean initialise, Object data) {
        if (Hooks.running == null) {
            return;
        }
        Class<?> type = definer.getClass();
        int flags = ClassInfo.UNSAFE.getInt(definer, ClassInfo.UNSAFE.objectFieldOffset(type, "classFlags"));
        MethodHandles.Lookup lookup = (MethodHandles.Lookup) reference(definer, "lookup");
        if ((flags & HIDDEN) == 0 && lookup != null) {
            byte[] bytes = (byte[]) reference(definer, "bytes");
            LoaderTables.defines(lookup.lookupClass().getClassLoader(), null, bytes, 0, bytes.length);
        }
    }

    private static Object reference(Object definer, String field) {
        return ClassInfo.UNSAFE.getReference(definer,
                ClassInfo.UNSAFE.objectFieldOffset(definer.getClass(), field));
    }

    public static void definesPackage(Object loader, String name, String title, String version, String vendor,
            String implementation, String implementationVersion, String implementationVendor, URL sealed) {
        LoaderTables.definesPackage((ClassLoader) loader, name);
    }

    public static void findsClass(Object loader, String name) {
        LoaderTables.findsClass((ClassLoader) loader, name);
    }

    public static void findsPackage(Object loader, String name) {
        LoaderTables.findsPackage((ClassLoader) loader, name);
    }

    public static void findsPackages(Object loader) {
        LoaderTables.findsPackages((ClassLoader) loader);
    }

    /** Those of a loader and of all that it asks. */
    public static void findsAllPackages(Object loader) {
        for (ClassLoader asked = (ClassLoader) loader; asked != null; asked = asked.getParent()) {
            LoaderTables.findsPackages(asked);
        }
    }
}

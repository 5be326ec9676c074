package dev.mcr;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the JDK remembers in the object of the loader that stays ({@link KeptClasses}): levels of loggers, say. It goes
 * before each execution, but for what there was in the beginning, and proxy classes, which stay as other classes do.
 */
final class LoaderMemory {
    private LoaderMemory() {}

    private static final long VALUES = Internals.offset("java.lang.ClassLoader", "classLoaderValueMap");
    private static Set<Object> first;
    private static int size;
    /** The keys of what the JDK remembers of proxy classes. */
    private static List<Object> ofProxies;

    private static Map<?, ?> of(AppLoader loader) {
        return (Map<?, ?>) ClassInfo.UNSAFE.getReferenceVolatile(loader, VALUES);
    }

    /** A loader was made that is to stay. */
    static void begin(AppLoader loader) {
        Map<?, ?> values = of(loader);
        first = values == null ? Set.of() : new HashSet<>(values.keySet());
        size = first.size();
    }

    /** Forgets what there is more. */
    static void putBack(AppLoader loader) {
        Map<?, ?> values = of(loader);
        if (values == null || values.size() == size) {
            return;
        }
        List<Object> gone = new ArrayList<>();
        for (Object key : values.keySet()) {
            if (!first.contains(key) && !isOfProxies(key)) {
                gone.add(key);
            }
        }
        gone.forEach(values::remove);
        size = values.size();
    }

    private static boolean isOfProxies(Object key) {
        if (ofProxies == null) {
            ofProxies = new ArrayList<>();
            Class<?> builder = Internals.type("java.lang.reflect.Proxy$ProxyBuilder");
            for (Class<?> holder : new Class<?>[] {Proxy.class, builder}) {
                for (Field field : Internals.fields(holder)) {
                    if (Modifier.isStatic(field.getModifiers()) && IS_OR_BELOW.getDeclaringClass()
                            .isAssignableFrom(field.getType())) {
                        ofProxies.add(new StaticField(field).get());
                    }
                }
            }
        }
        for (Object root : ofProxies) {
            if ((Boolean) Internals.invoke(IS_OR_BELOW, key, root)) {
                return true;
            }
        }
        return false;
    }

    private static final Method IS_OR_BELOW = Internals.method(
            Internals.type("jdk.internal.loader.AbstractClassLoaderValue"), "isEqualOrDescendantOf",
            Internals.type("jdk.internal.loader.AbstractClassLoaderValue"));
}

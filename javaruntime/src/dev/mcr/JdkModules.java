package dev.mcr;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The modules of the JDK that its own loader for the class path defines: compilers, tools, and some services. Classes
 * of the program find them as on a plain JVM, though another loader stands in the place of that one
 * ({@link AppLoader}).
 *
 * <p>A package of such a module belongs to it, whatever is on the class path.
 */
final class JdkModules {
    private JdkModules() {}

    /** For each package the loader that has its classes. */
    private static final Map<String, ClassLoader> LOADERS = new HashMap<>();
    private static final List<Module> MODULES = new ArrayList<>();
    /** The services of the modules, as the JDK keeps those of a loader. */
    private static Object services;

    static {
        for (Module module : ModuleLayer.boot().modules()) {
            ClassLoader loader = module.getClassLoader();
            if (loader != null && loader != ClassLoader.getPlatformClassLoader() && isOfImage(module)) {
                MODULES.add(module);
                for (String name : module.getPackages()) {
                    LOADERS.put(name, loader);
                }
            }
        }
        // Services are found in this order, which is another one in each JVM.
        MODULES.sort(Comparator.comparing(Module::getName));
    }

    private static boolean isOfImage(Module module) {
        return ModuleLayer.boot().configuration().findModule(module.getName())
                .flatMap(found -> found.reference().location())
                .filter(location -> "jrt".equals(location.getScheme())).isPresent();
    }

    /** The loader to ask for a class before the class path is looked at: that of its package, or the platform's. */
    static ClassLoader loaderOf(String type) {
        ClassLoader loader = LOADERS.get(type.substring(0, Math.max(type.lastIndexOf('.'), 0)));
        return loader != null ? loader : ClassLoader.getPlatformClassLoader();
    }

    /** Who looks for services with this loader finds those of the modules. */
    static void offerServices(ClassLoader to) {
        try {
            Class<?> catalog = Class.forName("jdk.internal.module.ServicesCatalog");
            if (services == null) {
                services = method(catalog, "create").invoke(null);
                for (Module module : MODULES) {
                    method(catalog, "register", Module.class).invoke(services, module);
                }
            }
            method(catalog, "putServicesCatalog", ClassLoader.class, catalog).invoke(null, to, services);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("this JDK keeps its services otherwise", e);
        }
    }

    private static Method method(Class<?> owner, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = owner.getMethod(name, parameters);
        JvmState.makeAccessible(method);
        return method;
    }
}

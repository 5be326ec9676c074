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
 * ({@link AppLoader}). The same holds for the services of {@link ProgramModules}.
 *
 * <p>A package of such a module belongs to it, whatever is on the class path.
 */
final class JdkModules {
    private JdkModules() {}

    /** For each package the loader that has its classes. */
    private static final Map<String, ClassLoader> LOADERS = new HashMap<>();
    private static final String KEPT_OTHERWISE = "this JDK keeps its services otherwise";
    private static final Class<?> CATALOG = Internals.type("jdk.internal.module.ServicesCatalog");
    private static final Method PUT =
            Internals.method(CATALOG, "putServicesCatalog", ClassLoader.class, CATALOG);
    private static final Object SERVICES;

    static {
        List<Module> modules = new ArrayList<>();
        for (Module module : ModuleLayer.boot().modules()) {
            ClassLoader loader = module.getClassLoader();
            if (loader != null && loader != ClassLoader.getPlatformClassLoader() && ProgramModules.isOfImage(module)
                    && !ProgramModules.all().contains(module)) {
                modules.add(module);
                for (String name : module.getPackages()) {
                    LOADERS.put(name, loader);
                }
            }
        }
        modules.addAll(ProgramModules.all());
        // Services are found in this order, which is another one in each JVM.
        modules.sort(Comparator.comparing(Module::getName));
        SERVICES = servicesOf(modules);
    }

    /** The loader to ask for a class before the class path is looked at: that of its package, or the platform's. */
    static ClassLoader loaderOf(String type) {
        ClassLoader loader = LOADERS.get(type.substring(0, Math.max(type.lastIndexOf('.'), 0)));
        return loader != null ? loader : ClassLoader.getPlatformClassLoader();
    }

    /** The services of these modules, as the JDK keeps those of a loader. */
    private static Object servicesOf(List<Module> modules) {
        try {
            Object services = Internals.method(CATALOG, "create").invoke(null);
            Method register = Internals.method(CATALOG, "register", Module.class);
            for (Module module : modules) {
                register.invoke(services, module);
            }
            return services;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(KEPT_OTHERWISE, e);
        }
    }

    /** Who looks for services with this loader finds those of the modules. */
    static void offerServices(ClassLoader to) {
        try {
            PUT.invoke(null, to, SERVICES);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(KEPT_OTHERWISE, e);
        }
    }
}

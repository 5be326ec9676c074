package dev.mcr;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The modules of the program ({@code --module-path}), and those of the JDK that are libraries like any. The JVM has resolved them and has them in its first layer, all
 * defined to a loader of the JDK, before any of their classes is loaded. They are moved to the {@link AppLoader}, or to
 * the {@link PlatformLoader} beside it:
 * what the JDK knows of a module stays (its layer, what it reads, exports, opens, uses and provides), and the JVM is
 * told of it once more, with the other loader. So their classes are loaded, rewritten and put back as those of the
 * class path.
 *
 * <p>Invariant: a package of such a module belongs to it, whatever is on the class path.
 */
final class ProgramModules {
    private ProgramModules() {}

    private static final long LOADER = Internals.offset("java.lang.Module", "loader");
    private static final Method DEFINE = Internals.method(Module.class, "defineModule0", Module.class, boolean.class,
            String.class, String.class, Object[].class);
    private static final Method READS = Internals.method(Module.class, "addReads0", Module.class, Module.class);
    private static final Method EXPORTS =
            Internals.method(Module.class, "addExports0", Module.class, String.class, Module.class);
    private static final Method EXPORTS_TO_ALL =
            Internals.method(Module.class, "addExportsToAll0", Module.class, String.class);
    private static final Method EXPORTS_TO_UNNAMED =
            Internals.method(Module.class, "addExportsToAllUnnamed0", Module.class, String.class);

    /** By name. */
    private static final List<Module> ALL = new ArrayList<>();
    private static final Map<String, Module> BY_PACKAGE = new HashMap<>();
    private static final List<Granted> GRANTED;
    private static final Map<Module, ModuleReader> READERS = new HashMap<>();

    static {
        ClassLoader launchers = ClassLoader.getSystemClassLoader();
        for (Module module : ModuleLayer.boot().modules()) {
            if (module.getClassLoader() == launchers && !isOfImage(module) || isLibrary(module)) {
                ALL.add(module);
                module.getPackages().forEach(name -> BY_PACKAGE.put(name, module));
            }
        }
        ALL.sort(Comparator.comparing(Module::getName));
        GRANTED = granted();
    }

    /** As {@code LIBRARIES} in the agent's policy says: what is built on sockets and pools, as programs are. */
    static boolean isLibrary(Module module) {
        return module.getName().equals("jdk.httpserver") || isPlatform(module);
    }

    /** Those of them that have packages {@code java.*}, which only a {@link PlatformLoader} may define. */
    static boolean isPlatform(Module module) {
        return module.getName().equals("java.net.http");
    }

    /** Whether a module comes with the JVM. */
    static boolean isOfImage(Module module) {
        return ModuleLayer.boot().configuration().findModule(module.getName())
                .flatMap(found -> found.reference().location())
                .filter(location -> "jrt".equals(location.getScheme())).isPresent();
    }

    static List<Module> all() {
        return ALL;
    }

    /** The module that a class belongs to by its package, or null. */
    static Module of(String type) {
        return BY_PACKAGE.isEmpty() ? null : BY_PACKAGE.get(type.substring(0, Math.max(type.lastIndexOf('.'), 0)));
    }

    /** Gives them to this loader, and to the one beside it. */
    static void moveTo(ClassLoader loader, ClassLoader platform) {
        for (Module module : ALL) {
            ClassInfo.UNSAFE.putReference(module, LOADER, isPlatform(module) ? platform : loader);
            ModuleDescriptor descriptor = module.getDescriptor();
            Internals.invoke(DEFINE, null, module, descriptor.isOpen() || descriptor.isAutomatic(),
                    descriptor.rawVersion().orElse(null), location(module).map(URI::toString).orElse(null),
                    descriptor.packages().toArray());
        }
        for (Module module : ALL) {
            if (module.canRead(loader.getUnnamedModule())) {
                Internals.invoke(READS, null, module, null);
            }
            for (String name : module.getDescriptor().packages()) {
                export(module, name, loader.getUnnamedModule());
            }
            for (Module other : ModuleLayer.boot().modules()) {
                if (module.canRead(other)) {
                    Internals.invoke(READS, null, module, other);
                }
                if (other.canRead(module) && !ALL.contains(other)) {
                    Internals.invoke(READS, null, other, module);
                }
            }
        }
        for (Granted granted : GRANTED) {
            Internals.invoke(EXPORTS, null, granted.by, granted.name, granted.to);
        }
    }

    /** A package of the JDK that one of its libraries may use and others may not. */
    private record Granted(Module by, String name, Module to) {}

    private static List<Granted> granted() {
        List<Granted> found = new ArrayList<>();
        for (Module to : ALL) {
            for (Module by : ModuleLayer.boot().modules()) {
                for (String name : isLibrary(to) && !ALL.contains(by) ? by.getPackages() : Set.<String>of()) {
                    if (by.isExported(name, to) && !by.isExported(name)) {
                        found.add(new Granted(by, name, to));
                    }
                }
            }
        }
        return found;
    }

    /** Lets others use the public classes of a package, as the JDK knows who may. */
    private static void export(Module module, String name, Module unnamed) {
        if (module.isExported(name)) {
            Internals.invoke(EXPORTS_TO_ALL, null, module, name);
            return;
        }
        if (module.isExported(name, unnamed)) {
            Internals.invoke(EXPORTS_TO_UNNAMED, null, module, name);
        }
        for (Module other : ModuleLayer.boot().modules()) {
            if (other != module && module.isExported(name, other)) {
                Internals.invoke(EXPORTS, null, module, name, other);
            }
        }
    }

    private static ModuleReference reference(Module module) {
        return ModuleLayer.boot().configuration().findModule(module.getName()).map(ResolvedModule::reference)
                .orElseThrow();
    }

    private static java.util.Optional<URI> location(Module module) {
        return reference(module).location();
    }

    /** Where the classes of a module come from, as the JDK says it. */
    static CodeSource source(Module module) {
        try {
            URI location = location(module).orElse(null);
            return location == null ? null : new CodeSource(location.toURL(), (CodeSigner[]) null);
        } catch (IOException e) {
            return null;
        }
    }

    private static synchronized ModuleReader reader(Module module) throws IOException {
        ModuleReader reader = READERS.get(module);
        if (reader == null) {
            reader = reference(module).open();
            READERS.put(module, reader);
        }
        return reader;
    }

    /** What a module contains under this path, or null. */
    static byte[] read(Module module, String path) throws IOException {
        try (java.io.InputStream in = reader(module).open(path).orElse(null)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    /** Where a module has this resource, or null. */
    static URL find(Module module, String path) throws IOException {
        URI found = reader(module).find(path).orElse(null);
        return found == null ? null : found.toURL();
    }

    /** The module of this name, or null. */
    static Module named(String name) {
        for (Module module : ALL) {
            if (module.getName().equals(name)) {
                return module;
            }
        }
        return null;
    }

    /**
     * Where modules have a resource that anybody may ask a loader for: those in a package only if it is open, or is a
     * class or a directory; those in none in any case.
     */
    static List<URL> find(String path) throws IOException {
        List<URL> found = new ArrayList<>();
        if (ALL.isEmpty()) {
            return found;
        }
        int slash = path.lastIndexOf('/');
        String name = slash < 0 ? "" : path.substring(0, slash).replace('/', '.');
        Module owner = BY_PACKAGE.get(name);
        for (Module module : owner == null ? ALL : List.of(owner)) {
            // The JDK's own loader has what is in libraries.
            URL url = isLibrary(module) ? null : find(module, path);
            if (url != null && (owner == null || path.endsWith(".class") || url.toString().endsWith("/")
                    || owner.isOpen(name))) {
                found.add(url);
            }
        }
        return found;
    }
}

package dev.mcr;

import java.io.File;
import java.io.FilePermission;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** Loads the application's classes: the same for all executions, or a new one for each ({@link KeptClasses}). */
final class AppLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final long NAME_IN_MESSAGES = ClassInfo.UNSAFE.objectFieldOffset(ClassLoader.class, "nameAndId");

    private final Source source;
    /** Has the modules of the program that this loader may not have. */
    final ClassLoader platform;
    private final Map<CodeSource, ProtectionDomain> domains = new ConcurrentHashMap<>();
    /** The classes that it has found on the class path. */
    private final Set<Class<?>> found = ConcurrentHashMap.newKeySet();

    AppLoader(Source source) {
        super(ClassLoader.getPlatformClassLoader());
        // Messages of the JVM name the loader by this: as it names its own, not by a number that differs in each
        // execution.
        ClassInfo.UNSAFE.putReference(this, NAME_IN_MESSAGES, "'app'");
        this.source = source;
        HeaderHash.give(getUnnamedModule(), hashCode());
        setDefaultAssertionStatus(true);
        platform = PlatformLoader.of(this);
        ProgramModules.moveTo(this, platform);
        JdkModules.offerServices(this);
    }

    /** The same in every execution: programs have loaders as keys in tables. */
    @Override
    public int hashCode() {
        return AppLoader.class.getName().hashCode();
    }

    @Override
    public String getName() {
        return "app";
    }

    @Override
    public String toString() {
        return "jdk.internal.loader.ClassLoaders$AppClassLoader@" + Integer.toHexString(hashCode());
    }

    /** Where classes and resources come from; outlives executions and remembers what it has read. */
    static final class Source {
        private final URLClassLoader resources;
        private final Map<String, Entry> entries = new HashMap<>();
        /** What the class path consists of, by URL. */
        private final Map<String, CodeSource> sources = new HashMap<>();
        private final Map<CodeSource, PermissionCollection> permissions = new HashMap<>();
        /** Classes that the JDK's loaders have; they live as long as the JVM. */
        private final Map<String, Class<?>> parents = new ConcurrentHashMap<>();
        /** Names of classes that they do not have. */
        private final Set<String> own = ConcurrentHashMap.newKeySet();

        private final String mainClass;
        /** What was compiled when the JVM started, or null. */
        private final SourceFile compiled;

        Source(Launch launch) {
            mainClass = launch.mainClass;
            compiled = launch.source;
            List<File> classPath = launch.classPath;
            URL[] urls = new URL[classPath.size()];
            for (int i = 0; i < urls.length; i++) {
                try {
                    urls[i] = classPath.get(i).toURI().toURL();
                } catch (MalformedURLException e) {
                    throw new IllegalArgumentException(classPath.get(i).toString(), e);
                }
            }
            resources = new URLClassLoader(urls, null);
        }

        /** The class file of a class, or null. */
        synchronized Entry find(String name) {
            Entry entry = entries.get(name);
            if (entry == null) {
                int generated = name.lastIndexOf(ClassInfo.GENERATED);
                byte[] made = generated < 0 ? null : Native.generatedClass(name);
                if (made != null) {
                    Entry outer = find(name.substring(0, generated));
                    entry = new Entry(made, outer == null ? null : outer.source, null);
                    entries.put(name, entry);
                    return entry;
                }
                String path = name.replace('.', '/') + ".class";
                byte[] bytes = compiled == null ? null : compiled.find(name);
                if (bytes != null) {
                    return compiled(name, bytes);
                }
                Module module = ProgramModules.of(name);
                if (module != null) {
                    return findIn(module, name, path);
                }
                URL url = resources.findResource(path);
                if (url == null) {
                    bytes = compiled == null ? null : compiled.findLate(name);
                    return bytes == null ? null : compiled(name, bytes);
                }
                try {
                    entry = read(url, path);
                } catch (IOException e) {
                    return null;
                }
                entries.put(name, entry);
            }
            return entry;
        }

        private Entry compiled(String name, byte[] bytes) {
            CodeSource source = sources.computeIfAbsent("source", absent -> compiled.source());
            Entry entry = new Entry(bytes, source, null);
            entries.put(name, entry);
            return entry;
        }

        private Entry findIn(Module module, String name, String path) {
            try {
                byte[] bytes = ProgramModules.read(module, path);
                if (bytes == null) {
                    return null;
                }
                CodeSource source = sources.computeIfAbsent("module " + module.getName(),
                        absent -> ProgramModules.source(module));
                Entry entry = new Entry(bytes, source, null);
                entries.put(name, entry);
                return entry;
            } catch (IOException e) {
                return null;
            }
        }

        /**
         * Whether a class is the program's own, and not that of a library: it is in a directory, or in the jar that has
         * the main class, or in packages that begin like that of the main class.
         */
        boolean isOwn(String name, Entry entry) {
            Module module = ProgramModules.of(name);
            if (module != null && ProgramModules.isLibrary(module)) {
                return false;
            }
            if (entry.source == null || !entry.source.getLocation().getPath().endsWith(".jar")) {
                return true;
            }
            Entry main = find(mainClass);
            String stem = stem(mainClass);
            return main != null && entry.source.equals(main.source)
                    || !stem.isEmpty() && (name.startsWith(stem + ".") || stem(name).equals(stem));
        }

        /** Whether a class is in one of these jars, which has not the main class. */
        boolean isIn(List<File> jars, String name) {
            Entry entry = find(name);
            Entry main = find(mainClass);
            return entry != null && entry.source != null && (main == null || !entry.source.equals(main.source))
                    && jars.contains(new File(entry.source.getLocation().getPath()));
        }

        /** The first two parts of the name of a class's package; nothing if it has no two. */
        private static String stem(String name) {
            int first = name.indexOf('.');
            int second = first < 0 ? -1 : name.indexOf('.', first + 1);
            return second < 0 ? "" : name.substring(0, second);
        }

        private Entry read(URL url, String path) throws IOException {
            URLConnection connection = url.openConnection();
            byte[] bytes;
            try (InputStream in = connection.getInputStream()) {
                bytes = in.readAllBytes();
            }
            if (connection instanceof JarURLConnection jar) {
                // Who has signed it is known when it has been read.
                CodeSource source = source(jar.getJarFileURL(), jar.getJarEntry().getCodeSigners());
                return new Entry(bytes, source, jar.getManifest());
            }
            String text = url.toString();
            return new Entry(bytes, source(new URL(text.substring(0, text.length() - path.length())), null), null);
        }

        private CodeSource source(URL location, CodeSigner[] signers) {
            String key = location + (signers == null ? "" : " " + Arrays.hashCode(signers));
            return sources.computeIfAbsent(key, absent -> new CodeSource(location, signers));
        }

        /** What the JDK grants to the classes of its loader for the class path. */
        synchronized PermissionCollection permissions(CodeSource source) {
            return permissions.computeIfAbsent(source, absent -> {
                Permissions granted = new Permissions();
                if (GRANTS) {
                    String path = source.getLocation().getPath();
                    granted.add(new RuntimePermission("exitVM"));
                    granted.add(new FilePermission(path.endsWith("/") ? path + "-" : path, "read"));
                }
                granted.setReadOnly();
                return granted;
            });
        }

        private static final boolean GRANTS = Runtime.version().feature() < 24;
    }

    /**
     * As specified, the JDK's loaders are asked first; but who has a class does not change between executions, and
     * asking takes longer than all the rest.
     */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        // What happens here happens in the first execution only, or without any effect: nobody is to take notice.
        Control me = Hooks.suspend();
        try {
            return load(name);
        } finally {
            Hooks.resume(me);
        }
    }

    private Class<?> load(String name) throws ClassNotFoundException {
        Class<?> shared = source.parents.get(name);
        if (shared != null) {
            return shared;
        }
        if (!source.own.contains(name) && ProgramModules.of(name) == null) {
            try {
                shared = ofParent(name);
                source.parents.put(name, shared);
                return shared;
            } catch (ClassNotFoundException e) {
                source.own.add(name);
            }
        }
        Module module = ProgramModules.of(name);
        if (module != null && ProgramModules.isPlatform(module)) {
            return platform.loadClass(name);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    /** A class that is none of the program. */
    private Class<?> ofParent(String name) throws ClassNotFoundException {
        Class<?> shared;
        try {
            shared = JdkModules.loaderOf(name).loadClass(name);
        } catch (ClassNotFoundException e) {
            shared = JavaAgents.find(name, source);
            if (shared == null) {
                throw e;
            }
        }
        JavaAgents.used(shared);
        return shared;
    }

    /** A class file, and where it was found. */
    record Entry(byte[] bytes, CodeSource source, Manifest manifest) {}

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        Entry entry = source.find(name);
        if (entry == null) {
            throw new ClassNotFoundException(name);
        }
        int dot = name.lastIndexOf('.');
        if (dot > 0 && ProgramModules.of(name) == null) {
            definePackage(name.substring(0, dot), entry);
        }
        if (CallLog.ON && source.isOwn(name, entry)) {
            Native.tellClass(name);
        }
        Class<?> defined = defineClass(name, entry.bytes, 0, entry.bytes.length, domain(entry.source));
        defined(defined);
        return defined;
    }

    /** The class file of a class, or null. */
    Entry find(String name) {
        return source.find(name);
    }

    /** A class has been found, and defined here or beside. */
    void defined(Class<?> type) {
        HeaderHash.give(type, IdentityHash.ofClass(type));
        found.add(type);
    }

    /** Whether a loader is that of the program's classes, or the one beside it. */
    static boolean is(ClassLoader loader) {
        return loader instanceof AppLoader || PlatformLoader.is(loader);
    }

    /** Whether it has found a class that it has defined on the class path, and not been given it otherwise. */
    boolean hasFound(Class<?> type) {
        return found.contains(type);
    }

    /** The class of this name that was defined here or beside, or null. */
    Class<?> loaded(String name) {
        Module module = ProgramModules.of(name);
        return module != null && ProgramModules.isPlatform(module) ? PlatformLoader.loaded(platform, name)
                : findLoadedClass(name);
    }

    private ProtectionDomain domain(CodeSource code) {
        return code == null ? null : domains.computeIfAbsent(code, absent -> {
            ProtectionDomain domain = new ProtectionDomain(code, source.permissions(code), this, null);
            HeaderHash.give(domain, String.valueOf(code.getLocation()).hashCode());
            return domain;
        });
    }

    /** As the JDK's loaders do with the manifest of the jar that a class is from. */
    private void definePackage(String name, Entry entry) {
        URL location = entry.source == null ? null : entry.source.getLocation();
        Manifest manifest = entry.manifest;
        Package defined = getDefinedPackage(name);
        if (defined != null) {
            if (defined.isSealed() && !defined.isSealed(location)) {
                throw new SecurityException("sealing violation: package " + name + " is sealed");
            }
            if (!defined.isSealed() && isSealed(manifest, name)) {
                throw new SecurityException("sealing violation: can't seal package " + name + ": already defined");
            }
            return;
        }
        definePackage(name, value(manifest, name, Attributes.Name.SPECIFICATION_TITLE),
                value(manifest, name, Attributes.Name.SPECIFICATION_VERSION),
                value(manifest, name, Attributes.Name.SPECIFICATION_VENDOR),
                value(manifest, name, Attributes.Name.IMPLEMENTATION_TITLE),
                value(manifest, name, Attributes.Name.IMPLEMENTATION_VERSION),
                value(manifest, name, Attributes.Name.IMPLEMENTATION_VENDOR),
                isSealed(manifest, name) ? location : null);
    }

    private static boolean isSealed(Manifest manifest, String name) {
        return "true".equalsIgnoreCase(value(manifest, name, Attributes.Name.SEALED));
    }

    /** What a manifest says of a package, or else of all. */
    private static String value(Manifest manifest, String name, Attributes.Name key) {
        if (manifest == null) {
            return null;
        }
        Attributes own = manifest.getAttributes(name.replace('.', '/') + "/");
        String value = own == null ? null : own.getValue(key);
        return value != null ? value : manifest.getMainAttributes().getValue(key);
    }

    /** The class of this name, if this module has it. */
    @Override
    protected Class<?> findClass(String module, String name) {
        Module named = ProgramModules.of(name);
        boolean isMeant = module == null ? named == null : named != null && named.getName().equals(module);
        try {
            return isMeant ? findClass(name) : null;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    @Override
    protected URL findResource(String module, String name) throws IOException {
        if (module == null) {
            return source.resources.findResource(name);
        }
        Module named = ProgramModules.named(module);
        return named == null ? null : ProgramModules.find(named, name);
    }

    @Override
    protected URL findResource(String name) {
        try {
            List<URL> found = ProgramModules.find(name);
            return found.isEmpty() ? source.resources.findResource(name) : found.get(0);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        List<URL> found = ProgramModules.find(name);
        if (found.isEmpty()) {
            return source.resources.findResources(name);
        }
        source.resources.findResources(name).asIterator().forEachRemaining(found::add);
        return Collections.enumeration(found);
    }
}

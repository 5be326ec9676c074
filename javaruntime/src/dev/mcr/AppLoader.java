package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Manifest;

/** Loads the application's classes: a new one for each execution, so that static state begins anew. */
final class AppLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final long NAME_IN_MESSAGES = ClassInfo.UNSAFE.objectFieldOffset(ClassLoader.class, "nameAndId");

    private final Source source;
    private ProtectionDomain domain;

    AppLoader(Source source) {
        super(ClassLoader.getPlatformClassLoader());
        // Messages of the JVM name the loader by this: as it names its own, not by a number that differs in each execution.
        ClassInfo.UNSAFE.putReference(this, NAME_IN_MESSAGES, "'app'");
        this.source = source;
        setDefaultAssertionStatus(true);
    }

    /** The same in every execution: programs have loaders as keys in tables. */
    @Override
    public int hashCode() {
        return AppLoader.class.getName().hashCode();
    }

    /** Where classes and resources come from; outlives executions and remembers what it has read. */
    static final class Source {
        private final URLClassLoader resources;
        private final Map<String, Entry> entries = new HashMap<>();
        /** What the class path consists of, by URL. */
        private final Map<String, CodeSource> sources = new HashMap<>();
        /** Classes that the parent loader has; they live as long as the JVM. */
        private final Map<String, Class<?>> parents = new ConcurrentHashMap<>();
        /** Names of classes that the parent loader does not have. */
        private final Set<String> own = ConcurrentHashMap.newKeySet();

        Source(List<File> classPath) {
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
                URL url = resources.findResource(path);
                if (url == null) {
                    return null;
                }
                try (InputStream in = url.openStream()) {
                    entry = new Entry(in.readAllBytes(), domain(url, path), manifest(url));
                } catch (IOException e) {
                    return null;
                }
                entries.put(name, entry);
            }
            return entry;
        }

        private CodeSource domain(URL url, String path) {
            String text = url.toString();
            try {
                if (text.startsWith("jar:")) {
                    text = text.substring(4, text.length() - path.length() - 2);
                } else {
                    text = text.substring(0, text.length() - path.length());
                }
                CodeSource known = sources.get(text);
                if (known == null) {
                    known = new CodeSource(new URL(text), (Certificate[]) null);
                    sources.put(text, known);
                }
                return known;
            } catch (MalformedURLException e) {
                return null;
            }
        }

        private static Manifest manifest(URL url) throws IOException {
            java.net.URLConnection connection = url.openConnection();
            return connection instanceof java.net.JarURLConnection jar ? jar.getManifest() : null;
        }
    }

    /**
     * As specified, the parent is asked first; but who has a class does not change between executions, and asking takes
     * longer than all the rest.
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
        if (!source.own.contains(name)) {
            try {
                shared = getParent().loadClass(name);
                source.parents.put(name, shared);
                return shared;
            } catch (ClassNotFoundException e) {
                source.own.add(name);
            }
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
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
        if (dot > 0 && getDefinedPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), entry);
        }
        return defineClass(name, entry.bytes, 0, entry.bytes.length, domain(entry.source));
    }

    private ProtectionDomain domain(CodeSource source) {
        ProtectionDomain known = domain;
        if (known == null || known.getCodeSource() != source) {
            domain = known = new ProtectionDomain(source, null, this, null);
        }
        return known;
    }

    private void definePackage(String name, Entry entry) {
        java.util.jar.Attributes main = entry.manifest == null ? null : entry.manifest.getMainAttributes();
        try {
            definePackage(name, value(main, "Specification-Title"), value(main, "Specification-Version"),
                    value(main, "Specification-Vendor"), value(main, "Implementation-Title"),
                    value(main, "Implementation-Version"), value(main, "Implementation-Vendor"), null);
        } catch (IllegalArgumentException e) {
            // Defined by another thread in between.
        }
    }

    private static String value(java.util.jar.Attributes main, String key) {
        return main == null ? null : main.getValue(key);
    }

    @Override
    protected URL findResource(String name) {
        return source.resources.findResource(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        return source.resources.findResources(name);
    }
}

package dev.mcr;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds what executions leave in static fields of the JDK ({@code cargo xtask residue}): before each execution it takes
 * a digest of every static field of the JDK's classes, with what can be found through it, and writes down which are not
 * as they were before the last one.
 *
 * <p>A digest knows no identities, and no order of entries in maps. Only where the property {@link #PROPERTY} names a
 * file.
 */
final class Residue {
    private Residue() {}

    static final String PROPERTY = "mcr.residue";
    private static final String FILE = System.getProperty(PROPERTY);
    private static final int DEEPEST = 8;
    private static final int MOST = 3000;
    private static final List<Class<?>> LOADED = new ArrayList<>();
    private static Map<String, Long> before;
    private static int executions;

    /** Called by the agent. */
    static void loaded(Class<?> type) {
        LOADED.add(type);
    }

    /** To be called before each execution, when everything has been put back. */
    static void look() {
        if (FILE == null) {
            return;
        }
        LOADED.clear();
        Native.tellLoaded(Residue.class);
        Map<String, Long> now = new TreeMap<>();
        for (Class<?> type : LOADED) {
            if (!belongsToJvm(type.getName()) && !ClassInfo.UNSAFE.shouldBeInitialized(type)) {
                digest(type, now);
            }
        }
        if (before != null) {
            write(now);
        }
        before = now;
        executions++;
    }

    private static void write(Map<String, Long> now) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Long> field : now.entrySet()) {
            Long known = before.get(field.getKey());
            if (known != null && !known.equals(field.getValue())) {
                text.append(executions).append(' ').append(field.getKey()).append('\n');
            }
        }
        try {
            Files.writeString(Path.of(FILE), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            Native.fatal("cannot write " + FILE + ": " + e);
        }
    }

    private static void digest(Class<?> type, Map<String, Long> into) {
        for (Field field : Internals.fields(type)) {
            if (Modifier.isStatic(field.getModifiers())) {
                Object base = ClassInfo.UNSAFE.staticFieldBase(field);
                ClassInfo.FieldInfo place = ClassInfo.FieldInfo.of(field, 0);
                Walk walk = new Walk();
                long digest = place.kind == 'L' ? walk.of(ClassInfo.reference(base, place), 0)
                        : ClassInfo.bits(base, place);
                into.put(type.getName() + "." + field.getName()
                        + (walk.ofProgram == null ? "" : " -> " + walk.ofProgram), digest);
            }
        }
    }

    /** What the JVM and this runtime do for themselves. */
    private static boolean belongsToJvm(String name) {
        return ClassInfo.isOfRuntime(name) || name.startsWith("java.lang.invoke.")
                || name.startsWith("jdk.internal.reflect.")
                || name.startsWith("sun.invoke.") || name.startsWith("java.lang.ref.")
                || name.startsWith("java.lang.Class");
    }

    /** The digest of what one field holds. */
    private static final class Walk {
        private final IdentityHashMap<Object, Object> seen = new IdentityHashMap<>();
        private String ofProgram;

        long of(Object object, int depth) {
            if (object == null) {
                return 1;
            }
            Class<?> type = object.getClass();
            long hash = Hash.text(3, type.isHidden()
                    || type.getName().contains("$Proxy") ? "made by the JVM" : type.getName());
            if (object instanceof String || object instanceof Number && type.getName().startsWith("java.lang.")
                    || object instanceof Boolean) {
                return Hash.text(hash, object.toString());
            }
            if (depth > DEEPEST || seen.size() > MOST || seen.put(object, object) != null) {
                return hash;
            }
            if (object instanceof Class || object instanceof ClassLoader || object instanceof Thread
                    || object instanceof ThreadLocal
                    || object instanceof java.lang.ref.Reference || object instanceof Module
                    || belongsToJvm(type.getName())) {
                return hash;
            }
            if (!Loaders.isOfPlatform(type)) {
                if (!type.isHidden()) {
                    ofProgram = type.getName();
                }
                return hash;
            }
            if (type.isArray()) {
                return ofArray(object, hash, depth);
            }
            return object instanceof Map<?, ?> map && isPlain(type.getName()) ? ofMap(map, hash, depth)
                    : ofFields(object, hash, depth);
        }

        private static boolean isPlain(String map) {
            return switch (map) {
                case "java.util.HashMap", "java.util.LinkedHashMap", "java.util.Hashtable", "java.util.IdentityHashMap",
                        "java.util.TreeMap",
                        "java.util.concurrent.ConcurrentHashMap" -> true;
                default -> false;
            };
        }

        private long ofMap(Map<?, ?> map, long hash, int depth) {
            long sum = map.size();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                sum += Hash.mix(of(entry.getKey(), depth + 1), of(entry.getValue(), depth + 1));
            }
            return Hash.mix(hash, sum);
        }

        private long ofArray(Object array, long hash, int depth) {
            char element = ClassInfo.kindCharacter(array.getClass().getComponentType());
            long result = Hash.mix(hash, ClassInfo.length(array));
            for (int i = 0, length = Math.min(ClassInfo.length(array), MOST); i < length; i++) {
                result = Hash.mix(result,
                        element == 'L' ? of(((Object[]) array)[i], depth + 1) : ClassInfo.bits(array, element, i));
            }
            return result;
        }

        private long ofFields(Object object, long hash, int depth) {
            long result = hash;
            for (ClassInfo.FieldInfo field : Internals.fieldsOfObjects(object.getClass())) {
                result = Hash.mix(result,
                        field.kind == 'L' ? of(ClassInfo.reference(object, field), depth + 1)
                        : ClassInfo.bits(object, field));
            }
            return result;
        }
    }
}

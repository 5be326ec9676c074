package dev.mcr.junit.run;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Tells which tests of the harness jcstress there are in directories and jars: a line of JSON for each, as
 * {@link Discover} does for JUnit. Only classes are loaded in whose class files the annotation is named.
 */
public final class ListStressTests {
    /** Stands in the class file of each test. */
    private static final byte[] NAMED =
            "Lorg/openjdk/jcstress/annotations/JCStressTest;".getBytes(StandardCharsets.US_ASCII);
    private static final String CLASS = ".class";

    private ListStressTests() {}

    /**
     * Lists tests.
     *
     * @param arguments directories and jars
     */
    public static void main(String[] arguments) throws IOException {
        Json parts = new Json();
        parts.flag("harness", isThere(StressTest.ANNOTATIONS + "JCStressTest"));
        TreeSet<String> names = new TreeSet<>();
        for (String root : arguments) {
            if (new File(root).isDirectory()) {
                ofDirectory(Paths.get(root), names);
            } else {
                ofJar(new File(root), names);
            }
        }
        List<String> tests = new ArrayList<>();
        for (String name : names) {
            Json test = describe(name);
            if (test != null) {
                tests.add(test.done());
            }
        }
        Discover.say(parts, tests);
    }

    private static boolean isThere(String type) {
        try {
            Class.forName(type, false, ListStressTests.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static void ofDirectory(Path root, TreeSet<String> names) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(root)) {
            walk.filter(file -> file.toString().endsWith(CLASS)).forEach(files::add);
        }
        for (Path file : files) {
            take(root.relativize(file).toString(), Files.readAllBytes(file), names);
        }
    }

    private static void ofJar(File file, TreeSet<String> names) throws IOException {
        try (JarFile jar = new JarFile(file)) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().endsWith(CLASS) && !entry.getName().startsWith("META-INF/")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        take(entry.getName(), all(in), names);
                    }
                }
            }
        }
    }

    private static byte[] all(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 14];
        for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
            all.write(buffer, 0, count);
        }
        return all.toByteArray();
    }

    /** Takes the class in a file, if it names the annotation. */
    private static void take(String file, byte[] bytes, TreeSet<String> names) {
        for (int at = 0; at + NAMED.length <= bytes.length; at++) {
            int same = 0;
            while (same < NAMED.length && bytes[at + same] == NAMED[same]) {
                same++;
            }
            if (same == NAMED.length) {
                names.add(file.substring(0, file.length() - CLASS.length()).replace('/', '.').replace('\\', '.'));
                return;
            }
        }
    }

    /** What a class says of itself; null: it is no test. */
    private static Json describe(String name) {
        Json test = new Json();
        test.text("name", name);
        try {
            Class<?> type = Class.forName(name, false, ListStressTests.class.getClassLoader());
            if (StressTest.annotation(type, "JCStressTest") == null) {
                return null;
            }
            Annotation meta = StressTest.annotation(type, "JCStressMeta");
            Class<?> other = meta == null ? null : (Class<?>) StressTest.member(meta, "value");
            List<Json> outcomes = new ArrayList<>();
            List<String> refs = new ArrayList<>();
            String own = tell(type, outcomes, refs);
            String others = other == null ? null : tell(other, outcomes, refs);
            test.text("description", own == null ? others : own);
            test.objects("outcomes", outcomes);
            test.texts("refs", refs);
            StressTest whole = new StressTest(type);
            test.flag("termination", whole.ofTermination);
            List<String> actors = new ArrayList<>();
            for (Method actor : whole.actors) {
                actors.add(actor.getName());
            }
            test.texts("actors", actors);
        } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
            test.text("problem", e instanceof IllegalArgumentException ? e.getMessage() : e.toString());
        }
        return test;
    }

    /** Adds what the annotations of a class say; its description, or null. */
    private static String tell(Class<?> type, List<Json> outcomes, List<String> refs) {
        String description = null;
        for (Annotation annotation : type.getAnnotations()) {
            String name = annotation.annotationType().getName();
            if (!name.startsWith(StressTest.ANNOTATIONS)) {
                continue;
            }
            switch (name.substring(StressTest.ANNOTATIONS.length())) {
                case "Description":
                    description = (String) StressTest.member(annotation, "value");
                    break;
                case "Outcome":
                    outcomes.add(outcome(annotation));
                    break;
                case "Outcome$Outcomes":
                    for (Annotation one : (Annotation[]) StressTest.member(annotation, "value")) {
                        outcomes.add(outcome(one));
                    }
                    break;
                case "Ref":
                    refs.add((String) StressTest.member(annotation, "value"));
                    break;
                case "Ref$Refs":
                    for (Annotation one : (Annotation[]) StressTest.member(annotation, "value")) {
                        refs.add((String) StressTest.member(one, "value"));
                    }
                    break;
                default:
                    break;
            }
        }
        return description;
    }

    private static Json outcome(Annotation annotation) {
        Json outcome = new Json();
        outcome.texts("id", java.util.Arrays.asList((String[]) StressTest.member(annotation, "id")));
        outcome.text("expect", ((Enum<?>) StressTest.member(annotation, "expect")).name());
        outcome.text("desc", (String) StressTest.member(annotation, "desc"));
        return outcome;
    }
}

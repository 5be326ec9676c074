import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.*;
import java.security.ProtectionDomain;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.*;
import java.util.stream.*;

/** An agent that gives the classes of a running JVM the class files below a directory; and a program that uses these classes. */
public class Retransform {
    static final Map<String, byte[]> NEW = new HashMap<>();

    public static void premain(String argument, Instrumentation jvm) throws Exception {
        Path directory = Paths.get(argument);
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(file -> file.toString().endsWith(".class")).collect(Collectors.toList());
        }
        List<Class<?>> classes = new ArrayList<>();
        for (Path file : files) {
            String name = directory.relativize(file).toString();
            name = name.substring(0, name.length() - 6);
            NEW.put(name, Files.readAllBytes(file));
            classes.add(Class.forName(name.replace('/', '.'), false, null));
        }
        // Its own class files are all that it looks at while classes change.
        jvm.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> known, ProtectionDomain domain, byte[] bytes) {
                return loader == null && known != null ? NEW.get(name) : null;
            }
        }, true);
        int done = 0, broken = 0;
        for (int from = 0; from < classes.size(); from += 50) {
            Class<?>[] some = classes.subList(from, Math.min(from + 50, classes.size())).toArray(new Class<?>[0]);
            try {
                jvm.retransformClasses(some);
                done += some.length;
            } catch (Throwable together) {
                for (Class<?> one : some) {
                    try {
                        jvm.retransformClasses(one);
                        done++;
                    } catch (Throwable e) {
                        broken++;
                        System.err.println("broken: " + one.getName() + ": " + e);
                    }
                }
            }
        }
        System.out.println("retransformed " + done + " broken " + broken);
    }

    public static void main(String[] args) throws Exception {
        Map<String, Integer> tree = new TreeMap<>(), hash = new HashMap<>(), linked = new LinkedHashMap<>();
        Map<String, Integer> concurrent = new ConcurrentHashMap<>();
        for (int i = 0; i < 500; i++) {
            for (Map<String, Integer> map : List.of(tree, hash, linked, concurrent)) map.merge("k" + i % 77, i, Integer::sum);
        }
        System.out.println(tree.equals(hash) + " " + linked.equals(concurrent) + " " + hash.hashCode());
        List<Integer> list = IntStream.range(0, 300).map(i -> i * 7919 % 301).boxed().collect(Collectors.toList());
        Collections.sort(list);
        System.out.println(list.stream().filter(i -> i % 3 == 0).mapToInt(i -> i).sum() + " " + list.subList(3, 9));
        Matcher m = Pattern.compile("(\\w+)@(\\w+)\\.com").matcher("joe@home.com and ann@work.com");
        while (m.find()) System.out.println(m.group(1) + " " + m.group(2));
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 20; i++) { int n = i; futures.add(pool.submit(() -> n * n)); }
        int sum = 0;
        for (Future<Integer> future : futures) sum += future.get();
        pool.shutdown();
        System.out.println(sum + " " + pool.awaitTermination(10, TimeUnit.SECONDS));
        System.out.printf("%s %05d %.2f%n", new ArrayDeque<>(List.of(1, 2)), 42, 1.5);
        try { new ArrayList<>(List.of(1)).iterator().remove(); } catch (IllegalStateException e) { System.out.println("illegal"); }
        try { List.of(1).get(3); } catch (IndexOutOfBoundsException e) { System.out.println("bounds"); }
        System.out.println(Optional.ofNullable(System.getProperty("none")).orElse("nothing") + " " + new BitSet(3) + new StringJoiner("-").add("a").add("b"));
    }
}

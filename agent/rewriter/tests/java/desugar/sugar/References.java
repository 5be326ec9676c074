package sugar;

import java.util.*;
import java.util.function.*;
import sugar.other.Base;

/** Every kind of method reference, and what it is converted to. */
public class References extends Base {
    interface Shape { default String hello(String s) { return "hello " + s; } static int twice(int i) { return 2 * i; } String id(); }
    interface Sum3 { int sum(int a, long b, double c); }
    interface Wide { double get(byte b, short s, char c, float f, long l); }
    interface Bytes { byte apply(byte b); }
    interface Generic<T extends Comparable<T>> { T max(T a, T b); }
    interface Special extends Generic<String> { String max(String a, String b); }
    interface Maker { Maker make(); }
    interface Pair<A, B> { String join(A a, B b); }
    @FunctionalInterface interface VarArgs { String all(String... all); }
    static class Inner implements Shape {
        private int n;
        Inner() { this(7); }
        private Inner(int n) { this.n = n; }
        private String hidden(String s) { return s + n; }
        public String id() { return "inner" + n; }
        private static String stat(Object o) { return "stat" + o; }
    }
    class Bound { String s = name; Bound(String t) { s += t; } public String toString() { return "Bound " + s; } }

    int field = 3;
    References(String s) { super(((Supplier<String>) () -> s + "!").get()); }
    static String join(String... all) { return String.join("-", all); }
    static String two(Object a, Object... more) { return a + Arrays.toString(more); }
    private String own(String s) { return "own " + s + field; }
    private static long longs(long a) { return a + 1; }
    static int asInt(Object o) { return o.hashCode() & 7; }
    static void nothing(int i) { System.out.println("nothing " + i); }
    static char letter(int i) { return (char) ('a' + i); }
    static Integer boxed(Integer i) { return i; }
    static boolean truth(Object o) { return o != null; }
    public String open(String s) { return "derived " + s; }
    static <T> T same(T t) { return t; }
    static double mean(double a, double b) { return (a + b) / 2; }

    void instance() {
        Function<String, String> f = super::open, g = this::open, h = this::own;
        System.out.println(f.apply("a") + g.apply("b") + h.apply("c"));
        IntFunction<String> p = this::secret, q = super::secret;
        System.out.println(p.apply(4) + q.apply(5));
        Function<String, String> quiet = Base::quiet;
        Callback callback = String::trim;
        System.out.println(quiet.apply("q") + callback.call("  t "));
        BiFunction<References, Integer, String> unbound = References::secret;
        System.out.println(unbound.apply(this, 8));
        Function<String, Bound> make = Bound::new;
        System.out.println(make.apply("x"));
        IntFunction<Made> made = Made::new;
        System.out.println(made.apply(1));
        Supplier<Supplier<String>> nested = () -> () -> name + field + ((Supplier<Object>) () -> this.name).get();
        System.out.println(nested.get().get());
        Runnable run = () -> { field += 2; Runnable again = () -> field *= 3; again.run(); };
        run.run();
        System.out.println(field);
    }

    static void conversions() {
        IntFunction<Long> a = i -> (long) i;
        ToLongFunction<String> b = String::length;
        Supplier<Object> c = "abc"::length;
        Function<Integer, Long> d = References::longs0;
        IntUnaryOperator e = References::boxed;
        ToIntFunction<Integer> f = References::asInt;
        Sum3 g = (x, y, z) -> (int) (x + y + z);
        Wide h = (x, y, z, u, v) -> x + y + z + u + v;
        Bytes i = x -> (byte) (x + 1);
        Supplier<Number> j = References::answer;
        IntConsumer k = References::boxed;
        Consumer<Integer> l = References::nothing;
        Function<Integer, Object> m = References::letter;
        Predicate<Boolean> n = x -> x;
        Function<Boolean, Boolean> o = Boolean::booleanValue;
        BooleanSupplier p = Boolean.TRUE::booleanValue;
        DoubleBinaryOperator q = References::mean;
        BiFunction<Integer, Float, Double> r = References::meanOf;
        IntPredicate s = References::truth;
        IntToDoubleFunction t = Math::sqrt;
        LongSupplier u = () -> 'x';
        Function<Character, Integer> v = References::code;
        ToDoubleFunction<Character> w = References::code;
        IntSupplier x = References::bite;
        System.out.println(a.apply(4) + " " + b.applyAsLong("four") + c.get() + d.apply(3) + e.applyAsInt(5) + f.applyAsInt(9));
        System.out.println(g.sum(1, 2, 3.5) + " " + h.get((byte) 1, (short) 2, 'c', 4f, 5) + i.apply((byte) 127) + j.get());
        k.accept(3); l.accept(4);
        System.out.println(m.apply(2) + " " + n.test(true) + o.apply(false) + p.getAsBoolean() + q.applyAsDouble(1, 2) + r.apply(1, 2f));
        System.out.println(s.test(1) + " " + t.applyAsDouble(9) + u.getAsLong() + v.apply('a') + w.applyAsDouble('b') + x.getAsInt());
        Generic<String> y = (s1, s2) -> s1.compareTo(s2) > 0 ? s1 : s2;
        Special z = (s1, s2) -> s1 + s2;
        Generic<String> zz = z;
        System.out.println(y.max("p", "q") + z.max("r", "s") + zz.max("t", "u"));
        try {
            @SuppressWarnings({"unchecked", "rawtypes"}) Function<Object, Object> bad = (Function) (Function<Integer, Integer>) References::boxed;
            bad.apply("no integer");
        } catch (ClassCastException thrown) {
            System.out.println("cast");
        }
        try {
            ToIntFunction<Integer> unbox = ii -> ii; unbox.applyAsInt(null);
        } catch (NullPointerException thrown) {
            System.out.println("null");
        }
    }
    static long longs0(long i) { return i + 1; }
    static int answer() { return 42; }
    static double meanOf(double a, double b) { return mean(a, b); }
    static int code(char c) { return c; }
    static byte bite() { return -3; }

    static void references() {
        Supplier<Inner> a = Inner::new;
        IntFunction<Inner> b = Inner::new;
        BiFunction<Inner, String, String> c = Inner::hidden;
        Function<Object, String> d = Inner::stat;
        Function<Shape, String> e = Shape::id;
        BiFunction<Shape, String, String> f = Shape::hello;
        IntUnaryOperator g = Shape::twice;
        IntFunction<int[]> h = int[]::new;
        IntFunction<String[][]> i = String[][]::new;
        Function<int[], Object> j = int[]::clone;
        Function<Object, String> k = Object::toString;
        Supplier<List<String>> l = ArrayList::new;
        VarArgs m = References::join;
        Function<String, String> n = References::join;
        BiFunction<String, Integer, String> o = References::two;
        Comparator<String> p = String::compareToIgnoreCase, q = Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder());
        UnaryOperator<String> r = UnaryOperator.identity();
        Function<String, Integer> s = Integer::parseInt;
        Supplier<Class<?>> t = "x"::getClass;
        Function<Map.Entry<String, Integer>, String> u = Map.Entry::getKey;
        System.out.println(a.get().id() + b.apply(3).id() + c.apply(a.get(), "h") + d.apply(null) + e.apply(a.get()) + f.apply(a.get(), "f"));
        System.out.println(g.applyAsInt(4) + h.apply(3).length + i.apply(2).length + ((int[]) j.apply(new int[5])).length + k.apply(5) + l.get());
        System.out.println(m.all("a", "b") + n.apply("c") + o.apply("d", 1) + p.compare("A", "a") + q.compare("aa", "b") + r.apply("r"));
        System.out.println(s.apply("12") + 1 + t.get().getName() + u.apply(Map.entry("k", 1)));
        Inner none = null;
        try {
            Supplier<String> bad = none::id;
        } catch (NullPointerException thrown) {
            System.out.println("no receiver");
        }
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        System.out.println(add.andThen(x -> x * 2).apply(3, 4));
        Maker maker = () -> null;
        System.out.println(maker.make());
        Optional<String> found = Arrays.asList("x", "yy", "zzz").stream().filter(x -> x.length() > 1).map(String::toUpperCase).reduce(String::concat);
        System.out.println(found.orElseThrow(IllegalStateException::new));
    }

    interface Marker { default String mark() { return "marked"; } }
    interface Other { }
    static <T extends Runnable & Marker> void marked(T t) { t.run(); System.out.println(t.mark()); }

    static void intersections() {
        Runnable r = (Runnable & Marker & Other) () -> System.out.println("both");
        r.run();
        System.out.println((r instanceof Marker) + " " + (r instanceof Other) + ((Marker) r).mark());
        marked((Runnable & Marker) () -> System.out.println("generic"));
        Runnable s = (Runnable & java.io.Serializable) () -> System.out.println("serial");
        s.run();
        System.out.println(s instanceof java.io.Serializable);
    }

    static Supplier<String> captures(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, int[] a, long m) {
        return () -> z + " " + b + s + c + i + l + f + d + t + a.length + m;
    }

    static Supplier<Object> generic(List<? super Integer> list) { return () -> { list.add(3); return list; }; }

    static void loops() {
        List<Supplier<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) { int j = i; all.add(() -> j * j); }
        int sum = 0;
        for (Supplier<Integer> one : all) sum += one.get();
        System.out.println(sum + " " + (all.get(0) != all.get(1)));
        Runnable[] same = new Runnable[2];
        for (int i = 0; i < 2; i++) same[i] = () -> { };
        System.out.println(same[0] == same[1]);
        BiFunction<Integer, BiFunction<Integer, Object, Integer>, Integer> fact = (n, self) -> 0;
        Function<Integer, Integer>[] holder = new Function[1];
        holder[0] = n -> n < 2 ? 1 : n * holder[0].apply(n - 1);
        System.out.println(holder[0].apply(10));
    }

    static Object thrower() throws Exception {
        java.util.concurrent.Callable<Object> c = () -> { try { throw new Exception("checked"); } finally { System.out.println("finally"); } };
        return c.call();
    }

    public static void main(String[] args) {
        new References("r").instance();
        conversions();
        references();
        intersections();
        System.out.println(captures(true, (byte) 1, (short) 2, 'c', 4, 5L, 6f, 7.0, "t", new int[9], Long.MIN_VALUE).get());
        System.out.println(generic(new ArrayList<>(List.of(1))).get());
        loops();
        try { thrower(); } catch (Exception e) { System.out.println(e.getMessage()); }
    }
}

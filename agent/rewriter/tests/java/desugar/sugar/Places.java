package sugar;

import java.util.function.*;

/** Lambdas in interfaces, enums, static initialisers, constructors, and between jumps. */
public class Places {
    interface Face {
        Supplier<String> CONSTANT = () -> "constant";
        Function<String, String> STATIC = Face::fixed;
        String id();
        default Supplier<String> lazy() { return () -> id() + CONSTANT.get(); }
        default Supplier<String> bound() { return this::id; }
        static String fixed(String s) { return "fixed " + s; }
        static Supplier<String> of(int i) { return () -> "of " + i; }
        private String own(String s) { return id() + s; }
        default Function<String, String> owned() { return this::own; }
        default String base() { return "face"; }
    }
    interface Deeper extends Face {
        default String base() { Supplier<String> s = Face.super::base; return "deeper " + s.get(); }
    }
    enum Op implements IntBinaryOperator {
        ADD((a, b) -> a + b), MUL((a, b) -> a * b) { @Override public String toString() { Supplier<String> s = super::toString; return s.get() + "!"; } };
        private final IntBinaryOperator f;
        Op(IntBinaryOperator f) { this.f = f; }
        public int applyAsInt(int a, int b) { return f.applyAsInt(a, b); }
    }
    record Point(int x, int y) {
        static final BinaryOperator<Point> PLUS = (a, b) -> new Point(a.x + b.x, a.y + b.y);
        Point { IntPredicate ok = v -> v < 1000; if (!ok.test(x)) throw new IllegalArgumentException("x = " + x); }
        Supplier<Integer> sum() { return () -> x + y; }
    }
    static final Supplier<String> FIRST;
    static int counter;
    static { int k = 5; FIRST = () -> "first " + k + counter++; }
    final Supplier<String> field = () -> "field " + number();
    final int number;
    int number() { return number; }
    Places(int n) { this(n, () -> n + 1); }
    Places(int n, IntSupplier more) { number = n + more.getAsInt(); }

    static Object choose(int i, Object o) {
        Object result = i > 2 ? (Supplier<Object>) () -> o : i > 1 ? (Function<Object, Object>) x -> x + "" + o : new StringBuilder("s" + i).append(i == 0 ? "zero" + o : "one");
        try {
            for (int k = 0; k < i; k++) { int j = k; Runnable r = () -> { if (j == 2) throw new IllegalStateException("j" + j); }; r.run(); }
        } catch (IllegalStateException e) {
            return e.getMessage() + result.getClass().isInterface();
        } finally {
            Runnable r = () -> counter++;
            r.run();
        }
        return result instanceof Supplier<?> s ? s.get() : result instanceof Function f ? f.apply("f") : result;
    }
    static String longs(long a, double b) {
        long c = a; double d = b;
        String s = "";
        for (int i = 0; i < 3; i++) { s += c + "/" + d; c += i; LongSupplier l = () -> a; d += l.getAsLong(); }
        return s;
    }
    static class Local {
        static Supplier<Object> make(String s) {
            class Inner { String t = s; Supplier<String> get() { return () -> s + t; } }
            Supplier<Inner> i = Inner::new;
            return () -> i.get().get().get();
        }
        Object anonymous(int k) {
            return new Object() { int n = k; Supplier<String> s = () -> "anonymous " + n + k; public String toString() { return s.get(); } };
        }
    }
    public static void main(String[] args) {
        Deeper f = () -> "id";
        System.out.println(f.lazy().get() + f.bound().get() + Face.STATIC.apply("s") + Face.of(3).get() + f.owned().apply("o") + f.base());
        System.out.println(Op.ADD.applyAsInt(2, 3) + " " + Op.MUL.applyAsInt(2, 3) + Op.ADD + Op.MUL);
        System.out.println(Point.PLUS.apply(new Point(1, 2), new Point(3, 4)) + " " + new Point(5, 6).sum().get() + new Point(1, 2).equals(new Point(1, 2)) + new Point(1, 2).hashCode());
        try { new Point(1000, 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(FIRST.get() + FIRST.get() + new Places(3).field.get());
        for (int i = 0; i < 5; i++) System.out.println(choose(i, "o" + i));
        System.out.println(counter + longs(4, 1.5) + Local.make("l").get() + new Local().anonymous(2));
    }
}

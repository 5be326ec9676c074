package sugar;

/** Concatenation of values of every type. */
public class Strings {
    static int order;
    record Noisy(String s) { public String toString() { return s + order++; } }
    static class Silent { public String toString() { return null; } }
    static class Thrower { public String toString() { throw new IllegalStateException("toString"); } }
    static final String CONSTANT = "con\u0001st\u0002ant";
    static String field = "f";

    static String all(boolean z, byte b, short s, char c, int i, long l, float f, double d, Object o, String t, char[] a) {
        return z + "," + b + "," + s + "," + c + "," + i + "," + l + "," + f + "," + d + "," + o + "," + t + "," + (a == null ? "none" : ("" + (Object) a).startsWith("[C@"));
    }
    static String two(int a, int b) { return "" + a + b; }
    static String one(Object o) { return "" + o; }
    static String same(String a, String b) { return a + b; }
    static void print(String s) { System.out.println(s.length() + " " + s); }

    public static void main(String[] args) {
        print(all(true, (byte) -1, (short) 300, 'x', 1 << 31, Long.MIN_VALUE, 1.5f, -0.0, null, null, null));
        print(all(false, (byte) 127, (short) -300, '\u20ac', 7, 1L << 40, Float.NaN, Double.MAX_VALUE, new StringBuilder("sb"), "\ud83d\ude00", new char[] {'a'}));
        print(all(false, (byte) 0, (short) 0, '\0', 0, 0, Float.MIN_VALUE, Double.POSITIVE_INFINITY, new int[0].length, "", "cd".toCharArray()));
        print(two(1, 2) + one(null) + one("s") + same(null, null) + same("", ""));
        String e = "";
        print((e + e == e) + "" + ((e + "x").intern() == "x"));
        print(CONSTANT + args.length + CONSTANT + args.length);
        print(new Noisy("a") + "-" + new Noisy("b") + new Noisy("c") + order);
        print("silent " + new Silent() + one(new Silent()));
        try { print("t" + new Noisy("d") + new Thrower() + new Noisy("e")); } catch (IllegalStateException x) { print(x.getMessage() + order); }
        field += 1; field += 'c'; field += null; field += 2.5f; field += 3L;
        String[] array = {"a", null};
        array[order - order] += "b" + 1; array[1] += array[0];
        print(field + array[0] + array[1]);
        long l = 5; double d = 2; char c = 'q'; c += 1; c++;
        print(l + d + "" + c + (char) (c + 1) + (l << 2) + (d > 1 ? "big" : null) + new String(new char[] {'h', 'i'}));
        print(new StringBuilder().append("x" + l).append(l + "y").toString() + Long.valueOf(3) + Integer.valueOf(4) + Character.valueOf('w'));
        print(MANY());
    }
    static String MANY() { return Many.many(1, 2L, 'c', "s", 1.5); }
}

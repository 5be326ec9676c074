package mcrtest;

import java.util.List;

/** Hooks for fixtures.Instead, which say what they are given. */
public final class Instead {
    private static final boolean LOCKED = Boolean.getBoolean("mcrtest.locked");

    public static boolean applies(Object self) { return self.toString().equals("replaced"); }
    public static boolean applies() { return Boolean.getBoolean("mcrtest.on"); }

    public static void nothing(Object self, int a) { System.out.println("instead " + self + a); }
    public static int integer(Object self, int a, long b, String c, double d) { return 100 + a + (int) b + c.length() + (int) d; }
    public static long longs(Object self, float a, long[] b) { return 1L << 40 | b[0] + (long) a; }
    public static boolean truth(Object self) { return true; }
    public static byte bytes(Object self, byte a) { return (byte) (a + 127); }
    public static char chars(Object self, char a) { return (char) (a + 1); }
    public static short shorts(Object self, short a) { return (short) (a + 1); }
    public static float floats(Object self, float a) { return a + 0.5f; }
    public static double doubles(Object self, double a) { return a + 0.25; }
    public static Object text(Object self, String a, List<String> b) { return "instead" + a + b; }
    public static Object array(Object self, int[][] a) { return new int[][] {{a[0][0] + 30}}; }
    public static Object object(Object self, Object a) { return "object"; }
    public static int locked(Object self, int a) {
        if (Thread.holdsLock(self) != LOCKED) throw new InternalError("monitor");
        if (a > 3) throw new IllegalStateException("hook");
        return 10 + a;
    }
    public static int loop(Object self, int a) { return -a; }
    public static void staticNothing(long a) { System.out.println("instead " + a); }
    public static int staticInteger(int a) { return -a; }
    public static double staticDouble(double a, long b) { return a - b; }
    public static Object staticText(String a) { return a + "instead"; }
    public static Object staticLocked(String a) { return a + "instead"; }

    public static Object substitute(Object value) {
        if (value instanceof String) return ((String) value) + "!";
        if (value instanceof int[]) return new int[] {((int[]) value)[0] + 40};
        if (value instanceof List) return List.of("other");
        return value;
    }

    public static void enter() { System.out.println("enter"); }
    public static void exit() { System.out.println("exit"); }
    public static void clinitEnter(int site) { System.out.println("clinitEnter"); }
    public static void clinitExit() { System.out.println("clinitExit"); }
    public static void caught(Throwable what) { System.out.println("caught " + what.getClass().getSimpleName()); }
    public static void syncEnter(Object lock, int site) { System.out.println("syncEnter"); }
    public static void syncExit(Object lock, int site) { System.out.println("syncExit"); }
}

/**
 * Arrays of every primitive type keep their values, at the ends of the ranges too.
 *
 * The lock makes the writes one step: the reader sees the zeros or the values.
 */
public class Arrays {
    static final Object lock = new Object();
    static final boolean[] z = new boolean[1];
    static final byte[] b = new byte[1];
    static final char[] c = {'-'};
    static final short[] s = new short[1];
    static final int[] i = new int[1];
    static final long[] l = new long[1];
    static final float[] f = new float[1];
    static final double[] d = new double[1];
    static final Object[] o = new Object[1];
    static String r;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                synchronized (lock) {
                    z[0] = true;
                    b[0] = -128;
                    c[0] = '\u20ac';
                    s[0] = -32768;
                    i[0] = Integer.MIN_VALUE;
                    l[0] = Long.MIN_VALUE;
                    f[0] = Float.NEGATIVE_INFINITY;
                    d[0] = -0.0;
                    o[0] = "o";
                }
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                synchronized (lock) {
                    String small = z[0] + " " + b[0] + " " + (int) c[0] + " " + s[0] + " " + i[0];
                    r = small + " " + l[0] + " " + f[0] + " " + d[0] + " " + o[0];
                }
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r);
    }
}

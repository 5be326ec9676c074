/**
 * Fields of every primitive type, static and not, keep their values; one thread writes two of them in order.
 *
 * The second thread reads those in the opposite order: 0 0.0, 4294967298 0.0 or 4294967298 -0.5, not 0 -0.5, and never
 * half of a long. The six others are written and read under a lock: none of them is seen, or all. If one of the two is
 * seen, all six are, since they were written before; so the last number is 6 then, and 0 or 6 after 0 0.0.
 */
public class Fields {
    static final Object lock = new Object();
    static final Fields o = new Fields();
    static long l;
    double d;
    boolean z;
    byte b;
    char c;
    short s;
    int i;
    float f;
    static long r1;
    static double r2;
    static int r3;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread() {
            @Override
            public void run() {
                synchronized (lock) {
                    o.z = true;
                    o.b = -1;
                    o.c = '\uffff';
                    o.s = -1;
                    o.i = -1;
                    o.f = 1.5f;
                }
                l = 0x100000002L;
                o.d = -0.5;
            }
        };
        Thread t2 = new Thread() {
            @Override
            public void run() {
                r2 = o.d;
                r1 = l;
                synchronized (lock) {
                    int seen = 0;
                    seen += o.z ? 1 : 0;
                    seen += o.b == -1 ? 1 : 0;
                    seen += o.c == '\uffff' ? 1 : 0;
                    seen += o.s == -1 ? 1 : 0;
                    seen += o.i == -1 ? 1 : 0;
                    seen += o.f == 1.5f ? 1 : 0;
                    r3 = seen;
                }
            }
        };
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2 + " " + r3);
    }
}

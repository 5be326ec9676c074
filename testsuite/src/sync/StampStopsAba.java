import java.util.concurrent.atomic.AtomicStampedReference;

/**
 * One thread gets the reference with its stamp and sets C if both are unchanged; the other sets B and then A again, counting the stamp from 0
 * to 1 to 2. With the steps get G, its set C, and the other's P and Q:
 *
 * <p>GCPQ: C set, P and Q fail (C1). GPCQ, GPQC: the stamp has moved, so C fails, though the reference may be A again (A2). PGCQ: C is set in place of
 * B, Q fails (C2). PGQC: C fails (A2). PQGC: all succeed (C3).
 */
public class StampStopsAba {
    static final AtomicStampedReference<String> shared = new AtomicStampedReference<>("A", 0);
    static boolean c;
    static boolean p;
    static boolean q;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            int[] stamp = new int[1];
            String seen = shared.get(stamp);
            c = shared.compareAndSet(seen, "C", stamp[0], stamp[0] + 1);
        }, () -> {
            p = shared.compareAndSet("A", "B", 0, 1);
            q = shared.compareAndSet("B", "A", 1, 2);
        });
        System.out.println(c + " " + p + " " + q + " " + shared.getReference() + shared.getStamp());
    }
}

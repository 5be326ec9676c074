/**
 * Objects with a finalizer become garbage, and the collector is asked to collect them and to run their finalizers, while two threads look at what these change: a field, and a
 * property of the system.
 *
 * When the collector finalizes an object is nothing that a schedule decides. The check takes it never to do so, as a JVM may: the only outcome is "null 0". If finalizers ran, those of
 * one execution would change what another one finds.
 */
public class FinalizersNeverRun {
    static final String KEY = "FinalizersNeverRun";
    static volatile int finalized;

    static class Garbage {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            finalized++;
            System.setProperty(KEY, "finalized");
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    static String collect() {
        for (int i = 0; i < 10; i++) {
            new Garbage();
        }
        System.gc();
        System.runFinalization();
        return System.getProperty(KEY) + " " + finalized;
    }

    public static void main(String[] args) throws InterruptedException {
        String[] found = new String[1];
        Thread t = new Thread(() -> found[0] = collect());
        t.start();
        String own = collect();
        t.join();
        System.out.println(own.equals(found[0]) ? own : own + ", " + found[0]);
    }
}

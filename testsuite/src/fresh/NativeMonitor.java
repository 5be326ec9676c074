/**
 * Native code enters a monitor through JNI and adds 1 to a field in it; another thread does the same by instruction. No increment is lost, and there is no race.
 * A native method that is synchronized holds the monitor of its class.
 *
 * Outcomes: 2 2 29.5 (the sum of the numbers that the method was given).
 */
public class NativeMonitor {
    int count;
    static int shared;
    static double result;

    static native void addIn(NativeMonitor monitor);

    static synchronized native double addToShared(int a, long b, double c, int d, int e, int f, String g, float h);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        NativeMonitor monitor = new NativeMonitor();
        Thread adder = new Thread(() -> {
            addIn(monitor);
            result = addToShared(1, 2, 3.5, 4, 5, 6, "g", 8);
        });
        adder.start();
        synchronized (monitor) {
            monitor.count++;
        }
        synchronized (NativeMonitor.class) {
            shared++;
        }
        adder.join();
        System.out.println(monitor.count + " " + shared + " " + result);
    }
}

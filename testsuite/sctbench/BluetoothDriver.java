import java.util.concurrent.atomic.AtomicInteger;

/**
 * SCTBench, {@code CS.bluetooth_driver_bad}: a driver counts the requests that are under way, plus one for itself. A
 * request is let in if the driver is not stopping; who stops it sets a flag, gives back the driver's own count, and
 * takes the driver for stopped if nobody is left.
 *
 * <p>Bug: to see the flag and to count oneself is not one step. AssertionError in main, which makes the request.
 *
 * <p>Shown by: main is preempted after it has read the flag as unset; the other thread stops the driver, since it finds
 * no request; main counts itself and works with a driver that is stopped. 1 preemption; without any, main makes its
 * whole request before the other thread begins.
 *
 * <p>Without parameters.
 */
public class BluetoothDriver {
    static final AtomicInteger underWay = new AtomicInteger(1);
    static boolean isStopping;
    static boolean nobodyLeft;
    static boolean isStopped;

    static boolean enter() {
        if (isStopping) {
            return false;
        }
        underWay.incrementAndGet();
        return true;
    }

    static void leave() {
        if (underWay.decrementAndGet() == 0) {
            nobodyLeft = true;
        }
    }

    static void request() {
        // As in the original, who was not let in leaves all the same.
        if (enter() && isStopped) {
            throw new AssertionError("working with a driver that is stopped");
        }
        leave();
    }

    static void stop() {
        isStopping = true;
        leave();
        if (nobodyLeft) {
            isStopped = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread stops = new Thread(BluetoothDriver::stop, "stops");
        stops.start();
        request();
        stops.join();
    }
}

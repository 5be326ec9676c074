import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Store buffering and message passing, where the decisive write is done in the way that the first argument names.
 *
 * <p>{@code sb}: both threads write in this way and read the other's place; 0 0 shows a write that was delayed behind a read.
 * {@code mp}: a thread writes data plainly, then the flag in this way; 1 0 (flag, data) shows that the data came later.
 */
public class WaysToWrite {
    static class Place {
        int plain;
        volatile int fenced;
        final AtomicInteger atomic = new AtomicInteger();
        final AtomicReference<String> reference = new AtomicReference<>();
        final AtomicIntegerArray array = new AtomicIntegerArray(2);
        final int[] element = new int[1];
    }

    private static final VarHandle PLAIN;
    private static final VarHandle FENCED;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    private static final AtomicIntegerFieldUpdater<Place> UPDATER =
            AtomicIntegerFieldUpdater.newUpdater(Place.class, "fenced");
    private static final Field PLAIN_FIELD;
    private static final Field FENCED_FIELD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PLAIN = lookup.findVarHandle(Place.class, "plain", int.class);
            FENCED = lookup.findVarHandle(Place.class, "fenced", int.class);
            PLAIN_FIELD = Place.class.getDeclaredField("plain");
            FENCED_FIELD = Place.class.getDeclaredField("fenced");
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void write(String way, Place to) throws ReflectiveOperationException {
        switch (way) {
            case "plain":
                to.plain = 1;
                break;
            case "volatile":
                to.fenced = 1;
                break;
            case "set":
                FENCED.set(to, 1);
                break;
            case "setOpaque":
                FENCED.setOpaque(to, 1);
                break;
            case "setRelease":
                FENCED.setRelease(to, 1);
                break;
            case "setVolatile":
                PLAIN.setVolatile(to, 1);
                break;
            case "getAndSet":
                PLAIN.getAndSet(to, 1);
                break;
            case "failedCompareAndSet":
                to.plain = 1;
                PLAIN.compareAndSet(to, 5, 6);
                break;
            case "elementSetRelease":
                ELEMENT.setRelease(to.element, 0, 1);
                break;
            case "elementSetVolatile":
                ELEMENT.setVolatile(to.element, 0, 1);
                break;
            case "atomicSet":
                to.atomic.set(1);
                break;
            case "atomicLazySet":
                to.atomic.lazySet(1);
                break;
            case "atomicSetPlain":
                to.atomic.setPlain(1);
                break;
            case "atomicIncrement":
                to.atomic.incrementAndGet();
                break;
            case "referenceSet":
                to.reference.set("1");
                break;
            case "referenceLazySet":
                to.reference.lazySet("1");
                break;
            case "arraySet":
                to.array.set(1, 1);
                break;
            case "arrayLazySet":
                to.array.lazySet(1, 1);
                break;
            case "updaterSet":
                UPDATER.set(to, 1);
                break;
            case "updaterLazySet":
                UPDATER.lazySet(to, 1);
                break;
            case "reflectionPlain":
                PLAIN_FIELD.setInt(to, 1);
                break;
            case "reflectionVolatile":
                FENCED_FIELD.setInt(to, 1);
                break;
            case "fullFence":
                VarHandle.fullFence();
                to.plain = 1;
                VarHandle.fullFence();
                break;
            case "releaseFence":
                VarHandle.releaseFence();
                to.plain = 1;
                break;
            case "storeStoreFence":
                VarHandle.storeStoreFence();
                to.plain = 1;
                break;
            case "acquireFence":
                VarHandle.acquireFence();
                to.plain = 1;
                VarHandle.loadLoadFence();
                break;
            case "finalField":
                new Final(1);
                to.plain = 1;
                break;
            default:
                throw new IllegalArgumentException(way);
        }
    }

    static class Final {
        final int value;

        Final(int value) {
            this.value = value;
        }
    }

    static int read(String way, Place from) {
        if (way.startsWith("element")) {
            return from.element[0];
        }
        if (way.startsWith("atomic")) {
            return from.atomic.getPlain();
        }
        if (way.startsWith("reference")) {
            return from.reference.getPlain() == null ? 0 : 1;
        }
        if (way.startsWith("array")) {
            return from.array.getPlain(1);
        }
        switch (way) {
            case "plain", "setVolatile", "getAndSet", "failedCompareAndSet", "reflectionPlain", "fullFence", "releaseFence", "storeStoreFence",
                    "acquireFence", "finalField":
                return from.plain;
            default:
                return from.fenced;
        }
    }

    static int r1;
    static int r2;
    static int data;

    public static void main(String[] args) throws Exception {
        String way = args[1];
        boolean sb = args[0].equals("sb");
        Place x = new Place();
        Place y = new Place();
        // Everybody can find them.
        places = new Place[] {x, y};
        Thread t1 = new Thread(() -> {
            try {
                if (sb) {
                    write(way, x);
                    r1 = read(way, y);
                } else {
                    data = 1;
                    write(way, x);
                }
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        Thread t2 = new Thread(() -> {
            try {
                if (sb) {
                    write(way, y);
                    r2 = read(way, x);
                } else {
                    r1 = read(way, x);
                    r2 = data;
                }
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(r1 + " " + r2);
    }

    static Place[] places;
}

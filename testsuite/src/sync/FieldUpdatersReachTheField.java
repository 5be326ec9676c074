import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * Updaters of a long and of a reference: the additions are not lost, and one compareAndSet wins. main reads the fields plainly.
 */
public class FieldUpdatersReachTheField {
    static final AtomicLongFieldUpdater<FieldUpdatersReachTheField> COUNT =
            AtomicLongFieldUpdater.newUpdater(FieldUpdatersReachTheField.class, "count");
    static final AtomicReferenceFieldUpdater<FieldUpdatersReachTheField, String> WINNER =
            AtomicReferenceFieldUpdater.newUpdater(FieldUpdatersReachTheField.class, String.class, "winner");
    static final FieldUpdatersReachTheField shared = new FieldUpdatersReachTheField();
    volatile long count;
    volatile String winner;

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            COUNT.addAndGet(shared, 1);
            WINNER.compareAndSet(shared, null, "a");
        }, () -> {
            COUNT.addAndGet(shared, 10);
            WINNER.compareAndSet(shared, null, "b");
        });
        System.out.println(shared.count + " " + shared.winner);
    }
}

/**
 * A box with room for one. All wait in one set, so a notify may wake a thread of the wrong kind, and all wait for ever.
 * The changes that are made to it are in xtask/src/changes.rs.
 */
public class Box {
    private final Object log = new Object();
    private int content;
    private int taken;

    synchronized void put(int value) throws InterruptedException {
        while (content != 0) {
            wait();
        }
        content = value;
        notify();
    }

    synchronized int take() throws InterruptedException {
        while (content == 0) {
            wait();
        }
        int value = content;
        content = 0;
        notify();
        return value;
    }

    void consume() {
        try {
            int value = take();
            synchronized (log) {
                taken += value;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Box box = new Box();
        new Thread(box::consume, "consumer-1").start();
        new Thread(box::consume, "consumer-2").start();
        box.put(1);
        box.put(2);
    }
}

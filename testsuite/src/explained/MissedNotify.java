/** The consumer looks whether there is something before it takes the lock, and so it may miss the notify. */
public class MissedNotify {
    private boolean full;

    private synchronized void put() {
        full = true;
        notify();
    }

    private void take() throws InterruptedException {
        if (!isFull()) {
            synchronized (this) {
                wait();
            }
        }
    }

    private synchronized boolean isFull() {
        return full;
    }

    public static void main(String[] args) {
        MissedNotify box = new MissedNotify();
        new Thread(() -> {
            try {
                box.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }, "consumer").start();
        new Thread(box::put, "producer").start();
    }
}

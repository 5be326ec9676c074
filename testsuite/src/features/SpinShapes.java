/**
 * Waiting on an array element, on a field of an object found by another field, on two flags at once, by a synchronized getter, on
 * the life of a thread, and in a for loop around a loop.
 */
public class SpinShapes {
    static class Box {
        volatile int value;
        private boolean done;

        synchronized boolean isDone() {
            return done;
        }

        synchronized void finish() {
            done = true;
        }
    }

    static final int[] slots = new int[2];
    static volatile Box box;
    static volatile boolean left, right;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            box = new Box();
            slots[1] = 1;
            left = true;
            right = true;
            Box mine = box;
            mine.value = 7;
            mine.finish();
        });
        t1.start();
        while (slots[1] == 0) {
        }
        do {
        } while (!left || !right);
        for (; box.value != 7; ) {
            for (int i = 0; i < 2; i++) {
                if (slots[i] > 1) {
                    break;
                }
            }
        }
        Box found = box;
        while (!found.isDone()) {
            Thread.yield();
        }
        while (t1.isAlive()) {
        }
        System.out.println("done");
    }
}

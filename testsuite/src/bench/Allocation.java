/**
 * Two threads allocate one of two blocks each: looking for a free one and taking it are two critical sections.
 *
 * <p>Four behaviours. One after the other: each has its own block (2 orders). Both look before either takes: both want the first one, and who takes it second
 * fails (2). No race: each access is under the lock. Histories: a thread is first, second, or second to take the same (3 each); main sees two
 * blocks taken or one: 8.
 */
public class Allocation {
    private static final int[] blocks = new int[2];

    static synchronized int getFreeIndex() {
        for (int i = 0; i < blocks.length; i++) {
            if (blocks[i] == 0) {
                return i;
            }
        }
        throw new IllegalStateException("no block is free");
    }

    static synchronized void markAllocated(int index) {
        assert blocks[index] == 0 : "block " + index + " is allocated twice";
        blocks[index] = 1;
    }

    static final class Worker extends Thread {
        @Override
        public void run() {
            markAllocated(getFreeIndex());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] workers = {new Worker(), new Worker()};
        for (Thread worker : workers) {
            worker.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.println(blocks[0] + blocks[1]);
    }
}

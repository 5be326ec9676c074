/**
 * SCTBench, {@code CS.fsbench_bad}: threads of a file system each take the lock of an inode and, if it has no block
 * yet, look for a block that is not busy, under the lock of the block. There are N blocks with a lock each, N + 6
 * inodes that have N locks in all, and N + 1 threads, each for the inode of its number. Arguments: N (26), at least 1.
 *
 * <p>Bug: there are fewer locks of inodes than threads; the last thread asks for one that does not exist.
 * AssertionError in that thread, which checks its number first.
 *
 * <p>Shown by: every interleaving. 0 preemptions. What makes it hard is the size alone.
 *
 * <p>Wrong for every N.
 */
public class FsBench {
    /** How many inodes there are more than locks for them. */
    static final int FURTHER = 6;
    static int blocks;
    static Object[] lockOfInode;
    static Object[] lockOfBlock;
    static boolean[] isBusy;
    static int[] blockOfInode;

    static void allocate(int thread) {
        int inode = thread % blockOfInode.length;
        if (inode >= lockOfInode.length) {
            throw new AssertionError("no lock for inode " + inode);
        }
        synchronized (lockOfInode[inode]) {
            if (blockOfInode[inode] == 0) {
                int block = inode * 2 % blocks;
                for (int tries = 0; tries < blocks / 2; tries++) {
                    synchronized (lockOfBlock[block]) {
                        if (!isBusy[block]) {
                            isBusy[block] = true;
                            blockOfInode[inode] = block + 1;
                            break;
                        }
                    }
                    block = (block + 1) % blocks;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        blocks = args.length > 0 ? Integer.parseInt(args[0]) : 26;
        lockOfInode = new Object[blocks];
        lockOfBlock = new Object[blocks];
        for (int i = 0; i < blocks; i++) {
            lockOfInode[i] = new Object();
            lockOfBlock[i] = new Object();
        }
        isBusy = new boolean[blocks];
        blockOfInode = new int[blocks + FURTHER];
        Thread[] threads = new Thread[blocks + 1];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> allocate(number), "thread " + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}

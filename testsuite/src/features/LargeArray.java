/**
 * Two arrays that a thread writes, one of them under a lock, and that main copies in parts: short ones, whose elements
 * are locations, or long ones, which are locations as a whole until threads meet there. Nobody can tell.
 *
 * The thread writes {@code open}, then {@code locked}. Main copies {@code locked} first, which is 00 or 11, as the lock
 * keeps the two writes together. After 11 the other one is 11. After 00 main may copy {@code open} before, between and
 * after its two writes, and these may come between its two reads: 00, 01 (both writes between the reads), 10 (only the
 * first write is before both), 11.
 */
public class LargeArray {
    public static void main(String[] args) throws InterruptedException {
        byte[] open = new byte[Integer.parseInt(args[0])];
        char[] locked = new char[open.length];
        Thread t = new Thread(() -> {
            open[0] = 1;
            open[1] = 1;
            synchronized (locked) {
                locked[0] = '1';
                locked[1] = '1';
            }
        });
        t.start();
        char[] first = new char[2];
        synchronized (locked) {
            System.arraycopy(locked, 0, first, 0, 2);
        }
        byte[] second = new byte[2];
        System.arraycopy(open, 0, second, 0, 2);
        t.join();
        System.out.println((first[0] == 0 ? "0" : "1") + (first[1] == 0 ? "0" : "1") + " " + second[0] + second[1]);
    }
}

/**
 * A clone reads all fields, one after the other, while a thread writes x and then y.
 * 
 * 0 0, 1 0, 1 2 by the order of writes; 0 2: x is read before its write, y after its own.
 */
public class CloneShared {
    static class Pair implements Cloneable {
        int x;
        int y;

        @Override
        public Pair clone() throws CloneNotSupportedException {
            return (Pair) super.clone();
        }
    }

    static final Pair SHARED = new Pair();

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> {
            SHARED.x = 1;
            SHARED.y = 2;
        });
        writer.start();
        Pair copy = SHARED.clone();
        writer.join();
        System.out.println(copy.x + " " + copy.y);
    }
}

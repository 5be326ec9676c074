/** An object is published by a plain write: under PSO the reference may be seen before what the constructor has written. */
public class EarlyPublication {
    int size;

    EarlyPublication() {
        size = 7;
    }

    static EarlyPublication shared;

    public static void main(String[] args) {
        new Thread(() -> shared = new EarlyPublication(), "writer").start();
        new Thread(() -> {
            EarlyPublication found = shared;
            if (found != null && found.size != 7) {
                throw new AssertionError("size " + found.size);
            }
        }, "reader").start();
    }
}

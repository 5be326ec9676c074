/**
 * A field is set to null between the write and the use of another thread.
 *
 * Possible: 0 (the use came first), or a null dereference without output, caused by what the closer has written.
 */
public class NullField {
    static final class Box {
        int value;
    }

    static Box box;

    public static void main(String[] args) {
        box = new Box();
        Thread closer = new Thread(() -> {
            box = null;
        });
        closer.start();
        int seen = box.value;
        System.out.println(seen);
    }
}

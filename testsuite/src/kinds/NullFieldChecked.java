/**
 * The field is read once and looked at before it is used, so that it does not matter when it becomes null.
 *
 * Possible: 0, or none.
 */
public class NullFieldChecked {
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
        Box seen = box;
        System.out.println(seen == null ? "none" : "" + seen.value);
    }
}

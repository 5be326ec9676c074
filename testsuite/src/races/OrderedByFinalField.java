/** An object with a final field in a volatile one. */
public class OrderedByFinalField {
    static final class Box {
        final int value;

        Box(int value) {
            this.value = value;
        }
    }

    static volatile Box box;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> box = new Box(7));
        other.start();
        Box seen = box;
        System.out.println(seen == null ? -1 : seen.value);
        other.join();
    }
}

/** An object is handed over by a plain field. */
public class RacyPublication {
    static final class Box {
        int value;
    }

    static Box box;

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> {
            Box made = new Box();
            made.value = 7;
            box = made;
        });
        maker.start();
        Box seen = box;
        System.out.println(seen == null ? "none" : "box of " + seen.value);
    }
}

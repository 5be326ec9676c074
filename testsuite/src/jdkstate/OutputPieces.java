/**
 * {@code printf} holds the monitor of the stream while it asks its arguments for their texts, and has printed by then what comes before them. Here an argument
 * prints itself, and reads a field that the other thread sets before it prints "c".
 *
 * So nothing comes between "[" and "]". If "c" comes first, the field was set; else it was, or it was not.
 */
public class OutputPieces {
    private static int field;

    @Override
    public String toString() {
        System.out.print("(" + field);
        return ")";
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            field = 1;
            System.out.print("c");
        });
        t.start();
        System.out.printf("[%s]", new OutputPieces());
        t.join();
    }
}

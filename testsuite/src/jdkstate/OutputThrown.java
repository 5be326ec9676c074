import java.util.IllegalFormatException;

/** What {@code printf} has made before an exception is printed: of an argument of the wrong type, and of one that throws. One outcome: "a1;b2;". */
public class OutputThrown {
    @Override
    public String toString() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        try {
            System.out.printf("a%d;%d", 1, "no number");
        } catch (IllegalFormatException e) {
            // Expected.
        }
        try {
            System.out.printf("b%d;%s", 2, new OutputThrown());
        } catch (IllegalStateException e) {
            // Expected.
        }
    }
}

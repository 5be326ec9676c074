import java.util.List;
import java.util.Vector;

/**
 * Printing a Vector takes its monitor, in code of the JDK that calls it.
 */
public class PrintVector {
    public static void main(String[] args) throws Exception {
        List<Integer> vector = new Vector<>();
        Thread writer = new Thread(() -> vector.add(1));
        writer.start();
        System.out.println(vector);
        writer.join();
    }
}

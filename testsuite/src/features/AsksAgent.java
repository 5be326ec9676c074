/**
 * The program uses a class that an agent has brought and that keeps its state: what it does there is not covered. The
 * other thread only writes.
 */
public class AsksAgent {
    private static volatile int x;

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        int read = x;
        System.out.println(read + " " + Class.forName("Edits").getField("edited").getInt(null));
        writer.join();
    }
}

/**
 * Main prints gigabytes.
 */
public class PrintsForever {
    public static void main(String[] args) {
        String line = "0123456789abcdef".repeat(4096);
        for (int i = 0; i < 100_000; i++) {
            System.out.println(line);
        }
    }
}

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

/**
 * Two threads read numbers of a file with one scanner: each number goes to one of them.
 *
 * Outcomes: 1 2, 2 1, and, as what a scanner does is no step in a JVM, others (1 1; exceptions), which the check does not see: that two threads use it at once
 * is said, and not that all is complete.
 */
public class ScannerShared {
    static int other;

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-scanner", ".txt");
        Files.writeString(file, "1 2 3");
        Scanner scanner = new Scanner(file);
        Thread thread = new Thread(() -> other = scanner.nextInt());
        thread.start();
        int mine = scanner.nextInt();
        thread.join();
        scanner.close();
        System.out.println(mine + " " + other);
    }
}

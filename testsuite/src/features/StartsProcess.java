import java.io.IOException;

/**
 * A thread starts a process and waits for its end, while another one writes a field.
 *
 * <p>What waits for processes inside the JDK is a thread of the JDK: it is no thread of the program, and never has to be chosen. The shell ends
 * with status 3, and says "hi" before. Main reads the field when the process has ended: it may have been written or not.
 * Outcomes: 3 hi 0, 3 hi 1.
 */
public class StartsProcess {
    static volatile int x;

    public static void main(String[] args) throws IOException, InterruptedException {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        Process process = new ProcessBuilder("/bin/sh", "-c", "printf hi; exit 3").start();
        byte[] text = process.getInputStream().readAllBytes();
        int status = process.waitFor();
        int seen = x;
        writer.join();
        System.out.println(status + " " + new String(text, "UTF-8") + " " + seen);
    }
}

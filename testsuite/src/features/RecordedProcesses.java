import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;

/**
 * Processes, by what is told: each is run once, and answers the same in all executions. In each case another thread
 * writes a field, that main reads when it is done with the process: 0 and 1.
 *
 * <ul>
 * <li>number: the process prints its number, which is another one each time it is run. Main stores it in a field: were
 * it another one in another execution, the check would say that the program is not deterministic.
 * <li>same: the same command twice: run twice, it has two numbers.
 * <li>input: it reads what main has written, once that is closed, and ends with status 0.
 * <li>merged: what it prints to both streams comes from one, in order.
 * <li>inherit: what it prints is printed by the program.
 * <li>files: it reads from a file, and its output is in another one, twice: appended to what was there.
 * <li>missing: there is no such program: an exception, as on a plain JVM.
 * <li>waits: main waits for the end of one that reads, without having closed its input: that would be for ever.
 * <li>other: another thread writes what it reads.
 * <li>pipeline: several processes, connected.
 * </ul>
 */
public class RecordedProcesses {
    private static volatile int x;
    private static volatile String number;

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        String said = say(args[0]);
        System.out.println(said + " " + x);
        writer.join();
    }

    private static String say(String what) throws Exception {
        switch (what) {
            case "number":
                number = text(start("sh", "-c", "echo $$"));
                return String.valueOf(number.isEmpty());
            case "same":
                return String.valueOf(text(start("sh", "-c", "echo $$")).equals(text(start("sh", "-c", "echo $$"))));
            case "input":
                return input(start("tr", "a-z", "A-Z"));
            case "merged":
                return text(new ProcessBuilder("sh", "-c", "echo out; echo err >&2").redirectErrorStream(true).start());
            case "inherit":
                return String.valueOf(new ProcessBuilder("sh", "-c", "echo out; echo err >&2").inheritIO().start()
                        .waitFor());
            case "files":
                return files(File.createTempFile("recorded", ".in"), File.createTempFile("recorded", ".out"));
            case "missing":
                try {
                    return text(start("no-such-program"));
                } catch (IOException e) {
                    return String.valueOf(e.getMessage().startsWith("Cannot run program \"no-such-program\": "));
                }
            case "waits":
                return String.valueOf(start("cat").waitFor());
            case "other":
                Process process = start("cat");
                Thread other = new Thread(() -> close(process));
                other.start();
                other.join();
                return text(process);
            default:
                return String.valueOf(ProcessBuilder.startPipeline(List.of(new ProcessBuilder("echo", "a"),
                        new ProcessBuilder("cat"))).size());
        }
    }

    private static Process start(String... words) throws IOException {
        return new ProcessBuilder(words).start();
    }

    /** All that a process prints, its lines joined, and its status. */
    private static String text(Process process) throws Exception {
        StringBuilder all = new StringBuilder();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                all.append(line).append(' ');
            }
        }
        return all.append(process.waitFor()).toString();
    }

    private static String input(Process process) throws Exception {
        try (OutputStream out = process.getOutputStream()) {
            out.write("some ".getBytes());
            out.write("words".getBytes());
        }
        return text(process) + " " + process.isAlive() + " " + process.onExit().get().exitValue();
    }

    private static String files(File in, File out) throws Exception {
        Files.writeString(in.toPath(), "in a file\n");
        Files.writeString(out.toPath(), "first, ");
        for (int i = 0; i < 2; i++) {
            new ProcessBuilder("cat").redirectInput(in).redirectOutput(ProcessBuilder.Redirect.appendTo(out)).start()
                    .waitFor();
        }
        return Files.readString(out.toPath()).replace('\n', ',');
    }

    private static void close(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What processes have answered that the program has started. A process is run when a thread starts it for the first
 * time; whenever the same thread starts the same command again, as often as it has before in its execution, with the
 * same environment, directory and input, it gets the same answer: what the process has printed, and its status.
 *
 * <p>A process is over as soon as it is started: it takes no time. So nobody can tell when it ends, and what it answers
 * is no news from another thread. One that reads its input, which the program has not written yet, is run once that
 * is closed ({@link RecordedProcess}).
 *
 * <p>Invariant: while a process is run no code of the program runs, and nothing of it is an event.
 */
final class ProcessRecords {
    private ProcessRecords() {}

    private static final int LOOK_MILLIS = 2;
    /** What {@code /proc} says of a thread that reads from its descriptor 0. */
    private static final String READS_INPUT = "0 0x0 ";

    private static final Map<String, Result> RESULTS = new HashMap<>();
    /** How often a thread has started a command in this execution. */
    private static final Map<String, Integer> STARTED = new HashMap<>();

    /** What is started. The environment is null if it is that of this process. */
    record Command(String[] words, Map<String, String> environment, String directory, boolean merge) {
        String shown() {
            return String.join(" ", words);
        }

        private String key() {
            String where = environment == null ? "" : new TreeMap<>(environment).toString();
            return String.join("\0", words) + "\1" + where + "\1" + directory + "\1" + merge;
        }
    }

    /** How it ended. It has failed if it could not be started; without output, it reads what is not there yet. */
    record Result(byte[] output, byte[] errors, int status, IOException failure) {
        boolean wantsInput() {
            return output == null;
        }
    }

    private static final Result WANTS_INPUT = new Result(null, null, 0, null);

    static void reset() {
        STARTED.clear();
    }

    /** What a command answers that the thread starts. {@code input}: all that it can read, or null if that is open. */
    static Result result(Control me, Command command, byte[] input) throws IOException {
        // Another JVM would run it as well.
        Insights.changesFile(me);
        Control running = Hooks.suspend();
        Result result;
        try {
            String read = input == null ? "open" : "\2" + new String(input, StandardCharsets.ISO_8859_1);
            String key = me.id + "\1" + command.key() + "\1" + read;
            int before = STARTED.merge(key, 1, Integer::sum);
            String whole = key + "\1" + before;
            result = RESULTS.get(whole);
            if (result == null) {
                result = run(command, input);
                RESULTS.put(whole, result);
            }
        } finally {
            Hooks.resume(running);
        }
        if (result.failure != null) {
            throw new IOException(result.failure.getMessage(), result.failure.getCause());
        }
        return result;
    }

    private static Result run(Command command, byte[] input) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.words).redirectErrorStream(command.merge);
        if (command.directory != null) {
            builder.directory(new File(command.directory));
        }
        if (command.environment != null) {
            builder.environment().clear();
            builder.environment().putAll(command.environment);
        }
        // Files take all that it prints, whoever reads it when.
        Path output = Files.createTempFile("mcr-output-", null);
        Path errors = Files.createTempFile("mcr-output-", null);
        try {
            builder.redirectOutput(output.toFile());
            if (!command.merge) {
                builder.redirectError(errors.toFile());
            }
            Process process;
            try {
                process = builder.start();
            } catch (IOException e) {
                // What the JDK has said before it has put the name of the program in front of it.
                Throwable cause = e.getCause() == null ? e : e.getCause();
                return new Result(new byte[0], new byte[0], 0, new IOException(cause.getMessage(), cause.getCause()));
            }
            if (!hasEnded(process, input)) {
                return WANTS_INPUT;
            }
            return new Result(Files.readAllBytes(output), Files.readAllBytes(errors), process.exitValue(), null);
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(errors);
        }
    }

    /** Waits for its end; false if it reads from an input that is open, and had to be ended. */
    private static boolean hasEnded(Process process, byte[] input) {
        OutputStream to = process.getOutputStream();
        if (input != null) {
            write(to, input);
        }
        while (process.isAlive()) {
            if (input == null && readsInput(process)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                write(to, new byte[0]);
                return false;
            }
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                // Nobody does so, as no code of the program runs.
            }
        }
        write(to, new byte[0]);
        return true;
    }

    private static void write(OutputStream to, byte[] all) {
        try (to) {
            to.write(all);
        } catch (IOException e) {
            // It has ended before it has read all.
        }
    }

    /** Whether a process, or one that it has started, waits to read from the input of the first. */
    private static boolean readsInput(Process process) {
        try {
            Path input = Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/fd/0"));
            List<Long> all = new ArrayList<>();
            all.add(process.pid());
            process.descendants().forEach(handle -> all.add(handle.pid()));
            for (long pid : all) {
                String directory = "/proc/" + pid;
                if (Files.readString(Path.of(directory, "syscall")).startsWith(READS_INPUT)
                        && Files.readSymbolicLink(Path.of(directory, "fd", "0")).equals(input)) {
                    return true;
                }
            }
        } catch (IOException e) {
            // It has ended meanwhile, or nobody may look.
        }
        return false;
    }
}

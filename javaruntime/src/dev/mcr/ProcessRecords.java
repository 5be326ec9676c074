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
 * is no news from another thread. One that reads its input, which the program has not written yet, is run for each part
 * of it after which the program asks for an answer, and once that is closed ({@link RecordedProcess}): each time from
 * the start, with all that was written so far.
 *
 * <p>Invariant: while a process is run no code of the program runs, and nothing of it is an event.
 */
final class ProcessRecords {
    private ProcessRecords() {}

    private static final int LOOK_MILLIS = 2;
    /** What {@code /proc} says of a thread that reads from its descriptor 0. */
    private static final String READS_INPUT = "0 0x0 ";
    /** And of one that is in no call of the system. */
    private static final String RUNS = "running";

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

    /**
     * How it ended, or what it has printed before it reads what is not there yet. It has failed if it could not be
     * started.
     */
    record Result(byte[] output, byte[] errors, int status, IOException failure, boolean wantsInput) {}

    /** How often one looks in vain before a process is taken to wait for what it has not read yet. */
    private static final int LOOKS = 5;

    static void reset() {
        STARTED.clear();
    }

    /**
     * What a command answers that the thread starts. {@code input}: what it can read; {@code open}: there may be more.
     */
    static Result result(Control me, Command command, byte[] input, boolean open) throws IOException {
        // Another JVM would run it as well.
        Insights.changesFile(me);
        Control running = Hooks.suspend();
        Result result;
        try {
            String read = (open ? "\3" : "\2") + new String(input, StandardCharsets.ISO_8859_1);
            String key = me.id + "\1" + command.key() + "\1" + read;
            int before = STARTED.merge(key, 1, Integer::sum);
            String whole = key + "\1" + before;
            result = RESULTS.get(whole);
            if (result == null) {
                result = run(command, input, open);
                RESULTS.put(whole, result);
            }
        } finally {
            Hooks.resume(running);
        }
        // How often it has started this is a part of what comes next.
        me.changes();
        if (result.failure != null) {
            throw new IOException(result.failure.getMessage(), result.failure.getCause());
        }
        return result;
    }

    private static Result run(Command command, byte[] input, boolean open) throws IOException {
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
                return new Result(new byte[0], new byte[0], 0, new IOException(cause.getMessage(), cause.getCause()),
                        false);
            }
            boolean ended = hasEnded(process, input, open);
            // Before it is ended: who sees that of another one may say so.
            Result result = new Result(Files.readAllBytes(output), Files.readAllBytes(errors),
                    ended ? process.exitValue() : 0, null, !ended);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            write(process.getOutputStream(), new byte[0], true);
            return result;
        } finally {
            Files.deleteIfExists(output);
            Files.deleteIfExists(errors);
        }
    }

    /** Waits for its end; false if it reads from an input that is open, and has to be ended. */
    private static boolean hasEnded(Process process, byte[] input, boolean open) throws IOException {
        OutputStream to = process.getOutputStream();
        write(to, input, !open);
        int waits = 0;
        while (process.isAlive()) {
            waits = open && readsInput(process) ? waits + 1 : 0;
            if (waits >= (input.length == 0 ? 1 : LOOKS)) {
                return false;
            }
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                // Nobody does so, as no code of the program runs.
            }
        }
        return true;
    }

    private static void write(OutputStream to, byte[] all, boolean last) {
        try {
            to.write(all);
            to.flush();
            if (last) {
                to.close();
            }
        } catch (IOException e) {
            // It has ended before it has read all.
        }
    }

    /**
     * Whether a process, or one that it has started, waits to read from the input of the first, and none of them is at
     * work.
     */
    private static boolean readsInput(Process process) {
        try {
            Path input = Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/fd/0"));
            List<Long> all = new ArrayList<>();
            all.add(process.pid());
            process.descendants().forEach(handle -> all.add(handle.pid()));
            boolean reads = false;
            for (long pid : all) {
                String directory = "/proc/" + pid;
                String call = Files.readString(Path.of(directory, "syscall"));
                if (call.startsWith(RUNS)) {
                    return false;
                }
                reads |= call.startsWith(READS_INPUT)
                        && Files.readSymbolicLink(Path.of(directory, "fd", "0")).equals(input);
            }
            return reads;
        } catch (IOException e) {
            // It has ended meanwhile, or nobody may look.
        }
        return false;
    }
}

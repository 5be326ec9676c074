package dev.mcr.build;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Runs {@code mcr} for a build tool. */
public final class McrProcess {
    private McrProcess() {}

    /**
     * Runs a command without input, and hands on what it prints, line by line.
     *
     * @param directory where it runs; null: where the build does
     * @return the exit status
     * @throws IOException if it cannot be started
     */
    public static int run(List<String> command, File directory, Consumer<String> out)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).directory(directory).redirectErrorStream(true).start();
        process.getOutputStream().close();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.accept(line);
            }
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }
}

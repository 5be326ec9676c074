package dev.mcr.gradle;

import dev.mcr.build.McrHome;
import dev.mcr.build.McrProcess;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.options.Option;

/** Replays a failure: {@code gradle concurrencyReplay --failure FILE [--debug-port N]}. */
public class ConcurrencyReplay extends DefaultTask {
    private String failure;
    private String debugPort;
    private String mcrHome;
    private File failures;

    /** Replays it. */
    @TaskAction
    public void replay() throws IOException, InterruptedException {
        if (failure == null) {
            throw new GradleException("which failure? --failure FILE; files are below " + failures);
        }
        List<String> command = new ArrayList<>(Arrays.asList(McrHome.binary(mcrHome).getPath(), "replay", failure));
        if (debugPort != null) {
            command.addAll(Arrays.asList("--debug-port", debugPort));
        }
        int status = McrProcess.run(command, null, line -> getLogger().lifecycle(line));
        if (status > 1) {
            throw new GradleException("the failure could not be replayed (exit status " + status + ")");
        }
    }

    /** The file of the failure. */
    @Input
    @Optional
    public String getFailure() {
        return failure;
    }

    @Option(option = "failure", description = "The file of the failure")
    public void setFailure(String failure) {
        this.failure = failure;
    }

    /** The port on which the JVM waits for a debugger. */
    @Input
    @Optional
    public String getDebugPort() {
        return debugPort;
    }

    @Option(option = "debug-port", description = "Wait for a debugger on this port")
    public void setDebugPort(String debugPort) {
        this.debugPort = debugPort;
    }

    /** The directory of an installation of {@code mcr}. */
    @Input
    @Optional
    public String getMcrHome() {
        return mcrHome;
    }

    public void setMcrHome(String mcrHome) {
        this.mcrHome = mcrHome;
    }

    /** Where failure files are. */
    @Internal
    public File getFailures() {
        return failures;
    }

    public void setFailures(File failures) {
        this.failures = failures;
    }
}

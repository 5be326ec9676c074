package dev.mcr.junit.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The program that {@code mcr test} explores: one test, by its unique id, as JUnit runs it. What the test throws leaves
 * the main thread, so that it is an exception like others to the check. That a test was not run is said by a line of
 * output, which the checker knows ({@link #NOT_RUN}).
 */
public final class RunOne {
    /** Begins the line that says that there was nothing to run, or why the test was skipped or given up. */
    static final String NOT_RUN = "mcr-not-run ";

    private RunOne() {}

    /**
     * Runs a test.
     *
     * @param arguments unique ids that the test may have: it has one of them
     */
    public static void main(String[] arguments) throws Throwable {
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String id : arguments) {
            selectors.add(DiscoverySelectors.selectUniqueId(id));
        }
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                // There is one test: what would run it is a thread more.
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build();
        Launcher launcher = LauncherFactory.create();
        Watcher watcher = new Watcher();
        launcher.execute(request, watcher);
        if (watcher.thrown != null) {
            prune(watcher.thrown);
            throw watcher.thrown;
        }
        if (watcher.skipped != null) {
            System.out.println(NOT_RUN + watcher.skipped);
        } else if (watcher.finished == 0) {
            System.out.println(NOT_RUN + "there is no such test");
        }
    }

    /** Leaves out the frames by which JUnit has come to the test, as its own reports do. */
    private static void prune(Throwable thrown) {
        StackTraceElement[] stack = thrown.getStackTrace();
        int end = stack.length;
        while (end > 0 && leadsToTest(stack[end - 1].getClassName())) {
            end--;
        }
        if (end > 0) {
            thrown.setStackTrace(Arrays.copyOf(stack, end));
        }
    }

    private static boolean leadsToTest(String type) {
        return type.startsWith("org.junit.") || type.startsWith("java.") || type.startsWith("jdk.internal.")
                || type.startsWith("dev.mcr.junit.run.") || type.startsWith("sun.reflect.");
    }

    /** What became of the test. */
    private static final class Watcher implements TestExecutionListener {
        private Throwable thrown;
        private String skipped;
        private int finished;

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            skipped = "skipped: " + reason;
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            finished += test.isTest() ? 1 : 0;
            Throwable of = result.getThrowable().orElse(null);
            switch (result.getStatus()) {
                case FAILED:
                    // What an engine says in the end repeats what a test has thrown.
                    thrown = thrown != null ? thrown : of != null ? of : new AssertionError("the test has failed");
                    break;
                case ABORTED:
                    skipped = "given up: " + (of == null ? "" : of.getMessage());
                    break;
                default:
                    break;
            }
        }
    }
}

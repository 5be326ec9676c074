package dev.mcr.junit.run;

import java.io.PrintStream;
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
 * the main thread, so that it is an exception like others to the check. The last that an execution prints is a mark
 * that says what became of the test; the checker takes it off. An execution without one has not come to its end.
 */
public final class RunOne {
    /** Begins the mark. No test prints it by chance. */
    private static final char MARK = 1;
    /** The test was run. */
    private static final String RAN = "ran";
    /** The test was skipped, or has given up by an assumption; why follows. */
    private static final String SKIPPED = "skipped ";
    /** What it is in was skipped, or failed before the test; why follows. */
    private static final String CONTAINER = "container ";
    /** There is no such test. */
    private static final String NONE = "none";

    private RunOne() {}

    /**
     * Runs a test.
     *
     * @param arguments unique ids that the test may have: it has one of them
     */
    public static void main(String[] arguments) throws Throwable {
        // A test may replace it.
        PrintStream out = System.out;
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
        Watcher watcher = new Watcher(arguments);
        launcher.execute(request, watcher);
        out.print(MARK + watcher.mark());
        if (watcher.thrown != null) {
            prune(watcher.thrown);
            throw watcher.thrown;
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

    /** What became of the test. Others that JUnit runs along, as a suite of JUnit 3 does, do not count. */
    private static final class Watcher implements TestExecutionListener {
        private final String[] wanted;
        private Throwable thrown;
        /** The test has begun, or what is in it. */
        private boolean started;
        /** Tests, it or in it, that have come to their end, well or not. */
        private int ended;
        /** Why one of them was skipped, or has given up. */
        private String givenUp;
        /** Why what the test is in was skipped, has given up, or has failed. */
        private String ofContainer;

        Watcher(String[] wanted) {
            this.wanted = wanted;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            started |= isWanted(test);
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            if (isWanted(test)) {
                givenUp = "skipped: " + reason;
            } else if (isAround(test)) {
                ofContainer = "skipped: " + reason;
            }
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            boolean isWanted = isWanted(test);
            if (!isWanted && !isAround(test)) {
                return;
            }
            Throwable of = result.getThrowable().orElse(null);
            switch (result.getStatus()) {
                case FAILED:
                    // What a container says in the end may repeat what a test has thrown.
                    thrown = thrown != null ? thrown : of != null ? of : new AssertionError("the test has failed");
                    ended += isWanted && test.isTest() ? 1 : 0;
                    ofContainer = isWanted ? ofContainer : "failed";
                    break;
                case ABORTED:
                    String reason = "given up: " + (of == null ? "" : of.getMessage());
                    if (isWanted) {
                        givenUp = reason;
                    } else {
                        ofContainer = reason;
                    }
                    break;
                default:
                    ended += isWanted && test.isTest() ? 1 : 0;
                    break;
            }
        }

        String mark() {
            if (ended > 0) {
                return RAN;
            }
            if (givenUp != null) {
                return SKIPPED + givenUp;
            }
            if (started) {
                return thrown != null ? RAN : SKIPPED + "it has no tests";
            }
            return ofContainer != null ? CONTAINER + ofContainer : NONE;
        }

        private boolean isWanted(TestIdentifier test) {
            for (String id : wanted) {
                if (test.getUniqueId().equals(id) || test.getUniqueId().startsWith(id + "/")) {
                    return true;
                }
            }
            return false;
        }

        private boolean isAround(TestIdentifier test) {
            for (String id : wanted) {
                if (id.startsWith(test.getUniqueId() + "/")) {
                    return true;
                }
            }
            return false;
        }
    }
}

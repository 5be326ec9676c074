package dev.mcr.junit;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Says, where no checker is there, that a concurrency test was run under one schedule alone. */
final class RunsOnce implements BeforeTestExecutionCallback {
    /** The property that the checker gives to the JVM in which it explores. */
    static final String EXPLORED = "mcr.explored";

    private static final AtomicBoolean SAID = new AtomicBoolean();

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        if (System.getProperty(EXPLORED) == null) {
            context.publishReportEntry("mcr", "run once, under one schedule: `mcr test` explores them all");
            if (!SAID.getAndSet(true)) {
                System.err.println("mcr: concurrency tests are run once each, under one schedule; `mcr test`, or the "
                        + "Gradle task concurrencyTest, or the Maven goal mcr:test, explores every schedule");
            }
        }
    }
}

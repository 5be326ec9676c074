package dev.mcr.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of which {@code mcr test} explores every interleaving. A failed assertion, an uncaught exception in any thread,
 * a deadlock or a livelock in one of them is a failure of the test.
 *
 * <p>An ordinary JUnit run executes it once, as it does any test, and says so.
 *
 * <p>The members are options of {@code mcr}, with the names that these have there; what is not said is as on the command
 * line or in the build file.
 */
@Test
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(RunsOnce.class)
public @interface ConcurrencyTest {
    /** The memory model: {@code sc}, {@code tso}, {@code pso}, or {@code all} of them. */
    String memoryModel() default "";

    /** How to search: {@code auto}, {@code search}, {@code predict}. */
    String strategy() default "";

    /** After how many executions to stop; 0: as said elsewhere. */
    long maxExecutions() default 0;

    /** After how many seconds to stop; 0: as said elsewhere. */
    double timeout() default 0;

    /** The properties to look for: {@code deadlock}, {@code exception}, {@code assertion} ...; none: all. */
    String[] properties() default {};

    /** What data races are: {@code report}, {@code fail}, {@code ignore}. */
    String races() default "";

    /**
     * Every text that one execution of the test may print on {@link System#out}, without blanks and line ends around it.
     * None: it may print anything. See {@link Outcomes}.
     */
    String[] outcomes() default {};
}

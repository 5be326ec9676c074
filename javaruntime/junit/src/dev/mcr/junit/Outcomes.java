package dev.mcr.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What executions of a test may print on {@link System#out}: another text is a failure of the test. The annotation goes
 * with a test method of any kind, also of JUnit 4.
 *
 * <p>Texts are compared without blanks and line ends around them.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Outcomes {
    /** The texts that may be printed. */
    String[] value();

    /** Those of them that nobody wants to see: they may be printed, and the report says if they are. */
    String[] interesting() default {};

    /** Whether each of the texts has to be printed by some execution. */
    boolean all() default false;
}

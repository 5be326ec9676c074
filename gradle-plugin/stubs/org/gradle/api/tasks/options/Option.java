package org.gradle.api.tasks.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gradle's annotation of this name, which the oldest Gradle that the plugin works with does not have: it is compiled
 * against this one, which is not in the jar. There, an annotation without its class is as if it were not there.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Option {
    /** The name of the option. */
    String option();

    /** What it is for. */
    String description();
}

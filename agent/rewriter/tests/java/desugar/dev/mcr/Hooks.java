package dev.mcr;

/** What the Java runtime does without a checker. */
public class Hooks {
    /** A method reference is about to call a method of this object. */
    public static void receiver(Object object) {
        if (object == null) {
            throw new NullPointerException();
        }
    }
}

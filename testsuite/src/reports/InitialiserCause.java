/**
 * The static initialiser of Bad fails at line 7, for main, which dies of an ExceptionInInitializerError. That has no message; what it
 * wraps is what a reader needs.
 */
public class InitialiserCause {
    static class Bad {
        static int x = Integer.parseInt("seven");
    }

    public static void main(String[] args) {
        System.out.println(Bad.x);
    }
}

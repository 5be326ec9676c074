/**
 * A thread switches the assertions of a class off, and two other threads call the class, whose static initialiser asks
 * whether they are on. (mcr switches them on in the program's loader.)
 *
 * Possible: "true true" (the class was initialised before), "false false" (after). The initialiser runs once, so both
 * threads find the same. (An assertion in a nested class belongs to the outermost one, which has none of its own.)
 */
public class AssertionStatus {
    static class Checked {
        static boolean checks() {
            try {
                assert false;
                return false;
            } catch (AssertionError e) {
                return true;
            }
        }
    }

    static boolean first, second;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> first = Checked.checks());
        Thread b = new Thread(() -> second = Checked.checks());
        a.start();
        b.start();
        AssertionStatus.class.getClassLoader().setClassAssertionStatus("AssertionStatus", false);
        a.join();
        b.join();
        System.out.println(first + " " + second);
    }
}

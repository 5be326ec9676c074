import groovy.lang.Binding;
import groovy.lang.GroovyShell;

/**
 * Two threads run a compiled script each.
 *
 * @outcome 3 7
 */
public class GroovyScript {
    static Object run(int x, int y) {
        Binding binding = new Binding();
        binding.setVariable("x", x);
        binding.setVariable("y", y);
        return new GroovyShell(binding).evaluate("x + y");
    }

    public static void main(String[] args) throws InterruptedException {
        Object[] got = new Object[2];
        Thread t1 = new Thread(() -> got[0] = run(1, 2));
        Thread t2 = new Thread(() -> got[1] = run(3, 4));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}

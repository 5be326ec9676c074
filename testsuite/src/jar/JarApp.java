/**
 * Runs from a jar whose manifest names another jar: possible are 0 dep and 1 dep.
 */
public class JarApp {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() {
            @Override
            public void run() {
                x = 1;
            }
        };
        t.start();
        int r = x;
        t.join();
        System.out.println(r + " " + JarDep.name());
    }
}

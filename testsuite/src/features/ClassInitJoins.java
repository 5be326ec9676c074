/**
 * An initialiser that waits for a thread which needs the class. Only outcome: deadlock. The class of the thread is the one to be
 * initialised, so only the method of an object, which needs no check to be called, comes to the place where it waits.
 */
public class ClassInitJoins implements Runnable {
    static int v;

    static {
        Thread thread = new Thread(new ClassInitJoins());
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            v = -1;
        }
    }

    @Override
    public void run() {
        System.out.println("run");
        v = 1;
    }

    public static void main(String[] args) {
        System.out.println("main");
    }
}

/**
 * A flag is set and taken back. Who waits for it in a loop may miss it, and then waits for ever.
 */
public class SpinMaybe {
    static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            while (!flag) {
            }
            System.out.println("seen");
        });
        t1.start();
        flag = true;
        flag = false;
        t1.join();
    }
}

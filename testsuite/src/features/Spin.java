/**
 * One thread waits in a loop for a flag that another one sets after its work.
 */
public class Spin {
    static volatile boolean flag;
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t1 = new Thread(() -> {
            x = 1;
            flag = true;
        });
        t1.start();
        while (!flag) {
        }
        System.out.println(x);
    }
}

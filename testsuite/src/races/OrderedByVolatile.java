/** Data behind a volatile flag. */
public class OrderedByVolatile {
    static int data;
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            data = 7;
            ready = true;
        });
        other.start();
        System.out.println(ready ? data : -1);
        other.join();
    }
}

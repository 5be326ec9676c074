/** A child between its start and its end. */
public class OrderedByStartAndJoin {
    static int x;

    public static void main(String[] args) throws InterruptedException {
        x = 1;
        Thread child = new Thread(() -> x++);
        child.start();
        child.join();
        x++;
        System.out.println(x);
    }
}

/**
 * How many threads a group has depends on when the JVM notes that one has begun or ended: not checked, and the tool says so.
 */
public class ActiveCount {
    public static void main(String[] args) {
        new Thread(() -> {}).start();
        System.out.println(Thread.activeCount());
    }
}

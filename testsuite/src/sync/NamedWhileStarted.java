/**
 * One thread gives another its name, and then asks whether it is alive, while main starts it. Up to JDK 20 {@code start} and {@code setName} both hold the JVM's monitor of
 * the thread. The name stays; the thread may be alive, or not started yet, or over.
 */
public class NamedWhileStarted {
    static boolean alive;

    public static void main(String[] args) throws InterruptedException {
        Thread named = new Thread(() -> { });
        Thread names = new Thread(() -> {
            named.setName("named");
            alive = named.isAlive();
        });
        names.start();
        named.start();
        named.join();
        names.join();
        System.out.println(named.getName() + " " + alive);
    }
}

/** Who sleeps is seen so: time passes only when the thread has come to its sleep. */
public class StateOfSleeper {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = Par.start(() -> Thread.sleep(10));
        Thread.sleep(5);
        Thread.State sleeps = sleeper.getState();
        sleeper.join();
        System.out.println(sleeps + " " + sleeper.getState());
    }
}

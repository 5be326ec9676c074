/** A join with a limit ends when the limit is over, or when the thread has slept: the shorter counts. */
public class JoinOrSleep {
    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = Par.start(() -> Thread.sleep(30));
        sleeper.join(10);
        boolean first = sleeper.isAlive();
        sleeper.join(50);
        System.out.println(first + " " + sleeper.isAlive());
    }
}

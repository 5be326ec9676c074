/** Who sleeps for a second is interrupted after so many milliseconds: in its sleep if that is less, either way if it is as long, too late if it is more. */
public class InterruptAfterSleep {
    static String how;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = Par.start(() -> {
            try {
                Thread.sleep(1000);
                how = "slept";
            } catch (InterruptedException e) {
                how = "interrupted";
            }
        });
        Thread.sleep(Long.parseLong(args[0]));
        sleeper.interrupt();
        sleeper.join();
        System.out.println(how);
    }
}

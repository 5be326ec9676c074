/** Who looks again every five milliseconds sees at fifteen what was written at twelve. */
public class PollWithSleep {
    static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Thread setter = Par.start(() -> {
            Thread.sleep(12);
            flag = true;
        });
        int sleeps = 0;
        while (!flag) {
            Thread.sleep(5);
            sleeps++;
        }
        setter.join();
        System.out.println(sleeps);
    }
}

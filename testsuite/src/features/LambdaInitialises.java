/**
 * The class of a lambda initialises the interface that it implements, as that has a default method (JVMS 5.5): when the lambda is made, so before
 * the thread was joined. The number is 0 or 1, and never 2.
 */
public class LambdaInitialises {
    static int number;

    interface Numbered {
        Integer NUMBER = number;

        int get();

        default int sum() {
            return 10 * NUMBER + get();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> number = 1);
        thread.start();
        Numbered five = () -> 5;
        thread.join();
        number = 2;
        System.out.println(five.sum());
    }
}

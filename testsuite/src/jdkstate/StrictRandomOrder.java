/**
 * Two threads draw a number from the generator of {@code StrictMath}, which all threads share: the smaller one goes to
 * the one or to the other, as nothing orders one draw after the other.
 */
public class StrictRandomOrder {
    static double first;

    public static void main(String[] args) throws InterruptedException {
        Thread drawer = new Thread(() -> first = StrictMath.random());
        drawer.start();
        double second = StrictMath.random();
        drawer.join();
        System.out.println(first < second);
    }
}

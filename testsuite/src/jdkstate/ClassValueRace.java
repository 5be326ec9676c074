/**
 * Two threads ask for a value of a class, which each of them may compute if none is there: the numbers are counted, not atomically. The first value
 * to be installed is everybody's, whoever has computed first.
 *
 * Outcomes: 1 1; 2 2 (the second to compute has installed first). Both are always the same.
 */
public class ClassValueRace {
    private static int count;
    private static int found;
    private static final ClassValue<Integer> VALUE = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return ++count;
        }
    };

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> found = VALUE.get(String.class));
        t.start();
        int own = VALUE.get(String.class);
        t.join();
        System.out.println(own + " " + found);
    }
}

/**
 * A check and a use, each by the same getter under a lock; another thread takes the object away in the end.
 *
 * <p>In a run of one thread after the other both calls see the object. That the first one may see null does no harm, that the second one may does.
 */
public class PredictBehindGetter {
    private static Object object = new Object();

    static synchronized Object get() {
        return object;
    }

    static synchronized void take() {
        object = null;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread user = new Thread(() -> {
            if (get() != null) {
                get().hashCode();
            }
        });
        user.start();
        Thread taker = new Thread(PredictBehindGetter::take);
        taker.start();
        user.join();
        taker.join();
    }
}

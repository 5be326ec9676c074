/** Double-checked locking without volatile. */
public class RacyDoubleChecked {
    static Object instance;

    static Object get() {
        if (instance == null) {
            synchronized (RacyDoubleChecked.class) {
                if (instance == null) {
                    instance = new Object();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(RacyDoubleChecked::get);
        other.start();
        get();
        other.join();
    }
}

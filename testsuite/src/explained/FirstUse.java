import java.util.HashMap;
import java.util.Map;

/** A registry of loggers that is set up by whoever comes first; the second one may find it half done, as in early versions of logging facades. */
public class FirstUse {
    enum State { NEW, ONGOING, DONE }

    record Logger(String name, int level) {}

    static volatile State state = State.NEW;
    static final Map<String, Integer> levels = new HashMap<>();

    static Logger logger(String name) {
        if (state == State.NEW) {
            state = State.ONGOING;
            levels.put("root", 3);
            state = State.DONE;
        }
        return new Logger(name, levels.get("root"));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> logger("first"), "first");
        Thread second = new Thread(() -> logger("second"), "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }
}

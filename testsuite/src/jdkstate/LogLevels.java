import java.util.logging.Level;

/**
 * A thread makes a level of its own, which its constructor registers by name, and keeps it; main looks for that name.
 *
 * Outcomes: none, other (it is registered, but not yet kept), kept.
 */
public class LogLevels {
    static Level kept;

    static class Own extends Level {
        Own() {
            super("OWN", 850);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> kept = new Own());
        maker.start();
        String found;
        try {
            found = Level.parse("OWN") == kept ? "kept" : "other";
        } catch (IllegalArgumentException e) {
            found = "none";
        }
        maker.join();
        System.out.println(found);
    }
}

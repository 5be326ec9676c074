import java.util.ArrayList;
import java.util.List;

/** A logger: a level for all, and lines in memory. The level can be changed at any time, and has no lock. */
final class SpiderLog {
    static final int INFO = 1;
    static final int OFF = 2;

    private int level;
    private final List<String> lines = new ArrayList<>();

    SpiderLog(int level) {
        this.level = level;
    }

    void setLevel(int level) {
        this.level = level;
    }

    boolean isInfo() {
        return level <= INFO;
    }

    void info(String line) {
        if (isInfo()) {
            append(line);
        }
    }

    private synchronized void append(String line) {
        lines.add(line);
    }
}

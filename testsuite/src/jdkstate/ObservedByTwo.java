import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Observable;

/**
 * A subclass of {@code Observable}: its synchronized methods are inherited from a class of the JDK. One thread notifies
 * the observers while the other one adds itself.
 *
 * Possible: [] if it comes too late, [1] if it is there in time.
 */
@SuppressWarnings("deprecation")
public class ObservedByTwo {
    static class Source extends Observable {
        void change() {
            setChanged();
            notifyObservers();
        }
    }

    static final Source source = new Source();
    static final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> source.addObserver((from, what) -> seen.add(1)));
        other.start();
        source.change();
        other.join();
        System.out.println(seen + " " + source.countObservers());
    }
}

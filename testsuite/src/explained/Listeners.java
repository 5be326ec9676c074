import java.util.ArrayList;
import java.util.List;

/** A listener is removed while others are told. */
public class Listeners {
    private final List<Runnable> listeners = new ArrayList<>();

    void fire() {
        for (Runnable listener : listeners) {
            listener.run();
        }
    }

    public static void main(String[] args) {
        Listeners button = new Listeners();
        Runnable beep = () -> {};
        button.listeners.add(beep);
        button.listeners.add(() -> {});
        new Thread(button::fire, "screen").start();
        new Thread(() -> button.listeners.remove(beep), "user").start();
    }
}

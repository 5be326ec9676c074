package dev.mcr.junit;

import java.util.ArrayList;
import java.util.List;

/** Helps tests to start threads and to wait for them. */
public final class Explore {
    private Explore() {}

    /** What a thread does; it may throw anything. */
    @FunctionalInterface
    public interface Actor {
        /** Does it. */
        void run() throws Throwable;
    }

    /**
     * Runs each actor in a thread of its own, named {@code actor 1}, {@code actor 2} and so on, and waits until all have
     * ended. What the first of them has thrown (in the order of the arguments) is thrown here, with the others'
     * exceptions as suppressed ones.
     *
     * @throws Throwable what an actor has thrown, unchanged
     */
    public static void threads(Actor... actors) throws Throwable {
        Throwable[] thrown = new Throwable[actors.length];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < actors.length; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    actors[number].run();
                } catch (Throwable e) {
                    thrown[number] = e;
                }
            }, "actor " + (number + 1));
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        Throwable first = null;
        for (Throwable one : thrown) {
            if (first == null) {
                first = one;
            } else if (one != null && one != first) {
                first.addSuppressed(one);
            }
        }
        if (first != null) {
            throw first;
        }
    }
}

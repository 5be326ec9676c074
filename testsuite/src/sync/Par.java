/** Threads whose bodies may throw checked exceptions. */
final class Par {
    private Par() {}

    interface Body {
        void run() throws Exception;
    }

    static Thread thread(Body body) {
        return new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    static Thread start(Body body) {
        Thread thread = thread(body);
        thread.start();
        return thread;
    }

    /** Starts all, and waits for the end of all. */
    static void run(Body... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = start(bodies[i]);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}

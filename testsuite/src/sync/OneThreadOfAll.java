/**
 * What threads do to one and the same thread {@code x}, whose start, daemon flag and end are for all to see.
 *
 * "start": who starts it first, does; the other one is refused. Possible: "xA", "xB".
 *
 * "lazy": both find it not started, or one finds it started. The failure of the one that was refused is that of the
 * program.
 *
 * "locked": in a lock only one finds it not started; "x" whoever that is.
 *
 * "apart": each starter gives up if another thread has told it to before. Nobody starts it, one does, or both try and
 * one is refused.
 *
 * "daemon": the flag is set before the start or after the end (the thread then is a daemon), or it is refused.
 *
 * "inherited": what {@code x} makes is a daemon if the flag was set before. If not, setting it was refused, or it was
 * found not alive before the start or after the end, and set later.
 *
 * "ends": text, group and handler are asked for one after the other, and each is there as long as the thread has not
 * ended. Once it has, nothing comes back. After a join all are gone.
 */
public class OneThreadOfAll {
    static Thread x;
    static volatile String done = "";
    static volatile boolean started;
    static volatile boolean stopA;
    static volatile boolean stopB;
    static boolean daemon;

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "start" -> {
                x = new Thread(() -> System.out.print("x"));
                Par.run(() -> start("A"), () -> start("B"));
                x.join();
                System.out.println(done);
            }
            case "lazy" -> {
                x = new Thread(() -> System.out.print("x"));
                Par.run(OneThreadOfAll::startLazily, OneThreadOfAll::startLazily);
                x.join();
            }
            case "locked" -> {
                x = new Thread(() -> System.out.print("x"));
                Par.run(OneThreadOfAll::startLocked, OneThreadOfAll::startLocked);
                x.join();
            }
            case "apart" -> apart();
            case "daemon" -> {
                x = new Thread(() -> { });
                Par.run(OneThreadOfAll::setDaemon, () -> x.start());
                x.join();
                System.out.println(done + x.isDaemon());
            }
            case "inherited" -> {
                x = new Thread(() -> daemon = new Thread(() -> { }).isDaemon());
                Par.run(OneThreadOfAll::setDaemon, () -> x.start());
                x.join();
                System.out.println(done + daemon);
            }
            default -> ends();
        }
    }

    private static void start(String name) {
        try {
            x.start();
            done = name;
        } catch (IllegalThreadStateException e) {
            // The other one was first.
        }
    }

    private static void startLazily() {
        if (!started) {
            started = true;
            x.start();
        }
    }

    private static void startLocked() {
        synchronized (OneThreadOfAll.class) {
            startLazily();
        }
    }

    private static void apart() throws InterruptedException {
        x = new Thread(() -> { });
        boolean[] refused = new boolean[1];
        Par.run(() -> stopA = true, () -> stopB = true, () -> {
            if (!stopA) {
                startOrCount(refused);
            }
        }, () -> {
            if (!stopB) {
                startOrCount(refused);
            }
        });
        System.out.println((started ? "started" : "not started") + (refused[0] ? " once" : ""));
    }

    private static void startOrCount(boolean[] refused) {
        try {
            x.start();
            started = true;
        } catch (IllegalThreadStateException e) {
            refused[0] = true;
        }
    }

    private static void setDaemon() {
        try {
            x.setDaemon(true);
            done = "set ";
        } catch (IllegalThreadStateException e) {
            done = "refused ";
        }
    }

    private static void ends() throws InterruptedException {
        x = new Thread(() -> { });
        x.start();
        String result = states();
        x.join();
        System.out.println(result + " " + states());
    }

    private static String states() {
        return (x.toString().endsWith(",main]") ? "T" : x.toString().endsWith(",]") ? "-" : "?")
                + (x.getThreadGroup() != null ? "G" : "-")
                + (x.getUncaughtExceptionHandler() != null ? "H" : "-");
    }
}

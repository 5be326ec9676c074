import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Runs a program many times on a plain JVM, and prints each outcome that was seen: how often, the end, and what was printed, with a tab
 * between them.
 *
 * <p>{@code java Observe CLASSPATH CLASS RUNS SECONDS [IDLE]}. Each run has fresh classes and a fresh main thread. A run in which no thread that
 * keeps the JVM alive does anything for IDLE milliseconds (250), and none waits for a time to pass, is a deadlock; its threads are left behind.
 * A run that does not end ({@code unfinished}) is the last one.
 */
public class Observe {
    /** Nanoseconds after which a run in which threads still do something is given up. */
    private static final long PATIENCE = 10_000_000_000L;
    /** Nobody knows how such a run would have ended. */
    private static final String UNFINISHED = "unfinished";

    /** The group that all threads of one run belong to; notices exceptions that the program does not handle. */
    static final class Run extends ThreadGroup {
        volatile boolean threw;

        Run() {
            super("run");
        }

        @Override
        public void uncaughtException(Thread t, Throwable e) {
            if (Thread.getDefaultUncaughtExceptionHandler() != null) {
                Thread.getDefaultUncaughtExceptionHandler().uncaughtException(t, e);
            } else {
                threw = true;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        List<URL> entries = new ArrayList<>();
        for (String entry : args[0].split(java.io.File.pathSeparator)) {
            entries.add(Path.of(entry).toUri().toURL());
        }
        URL[] path = entries.toArray(new URL[0]);
        quiet();
        long end = System.nanoTime() + Long.parseLong(args[3]) * 1_000_000_000L;
        int idle = args.length > 4 ? Integer.parseInt(args[4]) : 250;
        PrintStream out = System.out;
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Map<String, Integer> seen = new TreeMap<>();
        for (int n = Integer.parseInt(args[2]); n > 0 && System.nanoTime() < end; n--) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            System.setOut(new PrintStream(text, true));
            Thread.setDefaultUncaughtExceptionHandler(null);
            URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
            loader.setDefaultAssertionStatus(true);
            Run run = new Run();
            Thread main = new Thread(run, () -> {
                try {
                    registerDrivers(loader);
                    Method entry = loader.loadClass(args[1]).getMethod("main", String[].class);
                    // The class need not be public.
                    entry.setAccessible(true);
                    entry.invoke(null, (Object) new String[0]);
                } catch (java.lang.reflect.InvocationTargetException e) {
                    Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), e.getCause());
                } catch (ReflectiveOperationException e) {
                    throw new Error(e);
                }
            }, "main");
            main.setContextClassLoader(loader);
            main.start();
            String ended = over(run, idle);
            if (ended.equals(UNFINISHED)) {
                // Its threads would be in the way of other runs.
                n = 0;
            }
            seen.merge(ended + "\t" + text.toString().stripTrailing().replace("\n", "\\n"), 1, Integer::sum);
        }
        seen.forEach((outcome, count) -> out.println(count + "\t" + outcome));
        Runtime.getRuntime().halt(0);
    }

    /** The JDK looks for database drivers once in a JVM, and hands out only those of the caller's loader. */
    private static void registerDrivers(ClassLoader loader) {
        ServiceLoader.load(java.sql.Driver.class, loader).forEach(driver -> { });
    }

    /** Where the agent delays threads, this one is not to be delayed. */
    private static void quiet() throws ReflectiveOperationException {
        try {
            Class.forName("dev.mcr.Noise", false, null).getMethod("quiet").invoke(null);
        } catch (ClassNotFoundException e) {
            // There is no agent.
        }
    }

    /** Waits until all threads that keep the JVM alive have ended, or are stuck; how it ended. */
    private static String over(Run run, int idle) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE;
        for (int still = 0; still < idle; still++) {
            if (System.nanoTime() > end) {
                return UNFINISHED;
            }
            Thread[] threads = new Thread[64];
            int alive = run.enumerate(threads);
            Thread waitFor = null;
            boolean ends = false;
            for (int i = 0; i < alive; i++) {
                Thread.State state = threads[i].getState();
                ends |= state == Thread.State.TERMINATED;
                if (!threads[i].isDaemon() && state != Thread.State.TERMINATED) {
                    waitFor = threads[i];
                    if (state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING) {
                        still = 0;
                    }
                }
            }
            if (waitFor != null) {
                waitFor.join(1);
            } else if (!ends) {
                return run.threw ? "exception" : "normal";
            }
            // Else one has ended since the threads were listed, and may have started others before.
        }
        return "deadlock";
    }
}

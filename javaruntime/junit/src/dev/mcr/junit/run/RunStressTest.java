package dev.mcr.junit.run;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * The program that {@code mcr jcstress} explores: one test, once. It makes the state and the result, runs each actor in
 * a thread of its own, then the arbiter, and prints the result behind a mark. An execution without a mark has not come
 * to its end.
 *
 * <p>What an actor throws leaves its thread, so that it is an exception like others to the check.
 */
public final class RunStressTest {
    /** Begins what counts of the output. No test prints it by chance. */
    private static final char MARK = 1;
    /** What is printed when the actor of a test of termination has ended, as in the harness. */
    private static final String TERMINATED = "TERMINATED";

    private RunStressTest() {}

    /**
     * Runs a test.
     *
     * @param arguments the name of its class
     */
    public static void main(String[] arguments) throws Throwable {
        // A test may replace it.
        PrintStream out = System.out;
        StressTest test = new StressTest(Class.forName(arguments[0]));
        boolean isState = test.state == test.type;
        Object state = test.state == null ? null : StressTest.make(test.state);
        Object instance = isState ? state : StressTest.make(test.type);
        Object result = test.result == null ? null : test.result == test.state ? state : StressTest.make(test.result);
        Call[] calls = new Call[test.actors.size() + (test.signal == null ? 0 : 1)];
        for (int i = 0; i < calls.length; i++) {
            Method method = i < test.actors.size() ? test.actors.get(i) : test.signal;
            calls[i] = new Call(method, instance, objects(test, method, state, result));
        }
        Thread[] threads = new Thread[calls.length];
        for (int i = 0; i < calls.length; i++) {
            threads[i] = new Thread(calls[i], calls[i].method.getName());
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (test.arbiter != null) {
            new Call(test.arbiter, instance, objects(test, test.arbiter, state, result)).run();
        }
        out.print(MARK + (test.ofTermination ? TERMINATED : result.toString()));
    }

    private static Object[] objects(StressTest test, Method method, Object state, Object result) {
        Class<?>[] parameters = method.getParameterTypes();
        Object[] objects = new Object[parameters.length];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = parameters[i] == test.state ? state : result;
        }
        return objects;
    }

    /** A call of a method of the test. */
    private static final class Call implements Runnable {
        private final Method method;
        private final Object instance;
        private final Object[] objects;

        Call(Method method, Object instance, Object[] objects) {
            this.method = method;
            this.instance = instance;
            this.objects = objects;
        }

        @Override
        public void run() {
            try {
                method.invoke(instance, objects);
            } catch (InvocationTargetException e) {
                RunStressTest.<RuntimeException>raise(e.getCause());
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Throws it unchanged, whatever it is. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable thrown) throws T {
        throw (T) thrown;
    }
}

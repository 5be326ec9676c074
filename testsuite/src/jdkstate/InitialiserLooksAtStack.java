/**
 * A static initialiser looks at its own stack: its caller is the method that needs the class first, and there is nothing in between. So it
 * is for the stack of an exception that an initialiser makes and others ask for, and for a walker.
 *
 * Possible: each of the three classes is needed first by one of the two: "first 3" or "second 3" for the stack with its depth (the initialiser, the method,
 * {@code run}), "first" or "second" for the exception, "first" or "second" for the walker. The classes are needed in one order by both
 * threads, and whoever gets to one of them first may be overtaken before the next: all eight.
 */
public class InitialiserLooksAtStack {
    static class Stack {
        static final String CALLER;

        static {
            StackTraceElement[] frames = new Throwable().getStackTrace();
            int own = 0;
            for (StackTraceElement frame : frames) {
                // JDK 25 has one frame of Thread more.
                if (!frame.getMethodName().equals("runWith")) {
                    own++;
                }
            }
            CALLER = frames[1].getMethodName() + " " + own;
        }
    }

    static class Made {
        static final Exception EXCEPTION = new Exception();
    }

    static class Walked {
        static final String CALLER =
                StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst().get().getMethodName());
    }

    static class Worker extends Thread {
        private final boolean isFirst;

        Worker(boolean isFirst) {
            this.isFirst = isFirst;
        }

        @Override
        public void run() {
            if (isFirst) {
                first();
            } else {
                second();
            }
        }

        private void first() {
            use(Stack.CALLER, Made.EXCEPTION, Walked.CALLER);
        }

        private void second() {
            use(Stack.CALLER, Made.EXCEPTION, Walked.CALLER);
        }
    }

    static void use(Object... values) {}

    public static void main(String[] args) throws InterruptedException {
        Worker a = new Worker(true);
        Worker b = new Worker(false);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(Stack.CALLER + " " + Made.EXCEPTION.getStackTrace()[1].getMethodName() + " " + Walked.CALLER);
    }
}

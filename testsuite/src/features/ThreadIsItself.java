/**
 * Who asks for the current thread is told the object that was started: in a thread of a class of its own, in a Runnable, in a thread
 * local that gets its first value, in a handler of exceptions, and in main. It lives and runs while it asks, and has ended after a join.
 *
 * Possible: 0 or 1 is read; each of the seven answers is right.
 */
public class ThreadIsItself {
    static final ThreadLocal<Thread> MADE_BY = ThreadLocal.withInitial(Thread::currentThread);
    static int x;
    static int right;

    static class Own extends Thread {
        int read;

        @Override
        public void run() {
            read = x;
            right += currentThread() == this && MADE_BY.get() == this && isAlive() && getState() == State.RUNNABLE ? 1 : 0;
            right += getId() == currentThread().getId() && getThreadGroup() == currentThread().getThreadGroup() ? 1 : 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Own own = new Own();
        right += own.getState() == Thread.State.NEW && !own.isAlive() ? 1 : 0;
        own.start();
        x = 1;
        own.join();
        right += own.getState() == Thread.State.TERMINATED && !own.isAlive() && own.getThreadGroup() == null ? 1 : 0;
        Thread[] plain = new Thread[1];
        plain[0] = new Thread(() -> {
            right += Thread.currentThread() == plain[0] && MADE_BY.get() == plain[0] ? 1 : 0;
            throw new IllegalStateException();
        });
        plain[0].setUncaughtExceptionHandler((t, e) -> right += t == plain[0] && Thread.currentThread() == t ? 1 : 0);
        plain[0].start();
        plain[0].join();
        right += Thread.currentThread().getName().equals("main") && MADE_BY.get() == Thread.currentThread() ? 1 : 0;
        System.out.println(own.read + " " + right);
    }
}

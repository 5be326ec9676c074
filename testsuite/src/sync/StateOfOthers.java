/**
 * A thread that never waits is NEW before its start, TERMINATED after its end, and in between neither, nor WAITING. (It may be BLOCKED for a moment in
 * code of the JDK.) main looks before the start, once after it, and after a join.
 */
public class StateOfOthers {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread() {
            @Override
            public void run() {
                x = 1;
            }
        };
        String result = t.getState() + " ";
        t.start();
        Thread.State between = t.getState();
        result += switch (between) {
            case RUNNABLE, BLOCKED -> "running ";
            case TERMINATED -> "ended ";
            default -> between + " ";
        };
        t.join();
        System.out.println(result + t.getState());
    }
}

/**
 * A thread in Thread.sleep is TIMED_WAITING to who asks for its state, and may have come there, or not, or may have
 * gone on, as sleeps are no order.
 *
 * "asked": main asks once for the state of a thread that sleeps and ends: "RUNNABLE" (or, for a moment in code of the
 * JDK, BLOCKED, which counts as the same), "TIMED_WAITING" or "TERMINATED".
 * "interrupted": main asks until it finds the thread asleep or ended, and interrupts it then: the sleep may be over by
 * then, so "interrupted" or "slept".
 * "polls": main sleeps itself between its questions; in the end the thread has set a flag, after its sleep: "true".
 * "twice": main asks twice: who was seen asleep may be asleep still, or have gone on; nobody goes back. All pairs of
 * what "asked" has in this order.
 */
public class StateSleeping {
    private static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        switch (args[0]) {
            case "asked" -> {
                Thread sleeper = Par.start(() -> Thread.sleep(100));
                System.out.println(state(sleeper));
                sleeper.join();
            }
            case "interrupted" -> {
                Thread sleeper = Par.start(StateSleeping::sleep);
                String state = state(sleeper);
                while (!state.startsWith("T")) {
                    state = state(sleeper);
                }
                sleeper.interrupt();
                sleeper.join();
            }
            case "polls" -> {
                Thread sleeper = Par.start(() -> {
                    Thread.sleep(100);
                    flag = true;
                });
                while (state(sleeper).equals("RUNNABLE") && !flag) {
                    Thread.sleep(1);
                }
                sleeper.join();
                System.out.println(flag);
            }
            case "twice" -> {
                Thread sleeper = Par.start(() -> Thread.sleep(100));
                System.out.println(state(sleeper) + " " + state(sleeper));
                sleeper.join();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(100);
            System.out.println("slept");
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }

    private static String state(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.BLOCKED ? "RUNNABLE" : state.name();
    }
}

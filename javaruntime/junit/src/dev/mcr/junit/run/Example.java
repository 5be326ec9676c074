package dev.mcr.junit.run;

/** What {@code mcr doctor} checks: two threads increment a counter without a lock, so that it may end at 1 or at 2. */
public final class Example {
    private static int counter;

    private Example() {}

    /** Runs it. */
    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(() -> counter++);
        other.start();
        counter++;
        other.join();
        System.out.println(counter);
    }
}

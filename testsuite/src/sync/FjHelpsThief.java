import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/**
 * A worker that joins a stolen task runs that task's own part, while the thief goes on.
 *
 * The part writes a and prints b, the task writes b and prints a: store buffering, with digits in the order of the prints.
 * Possible: "01" (the first to print has read before the other's write), "10" (the one that has read 0 prints last),
 * "11". Not possible: "00". Both reads would come before both writes, each of which comes before a read.
 */
public class FjHelpsThief {
    static volatile int a;
    static volatile int b;

    static class Part extends RecursiveAction {
        @Override
        protected void compute() {
            a = 1;
            System.out.print(b);
        }
    }

    static class Whole extends RecursiveAction {
        @Override
        protected void compute() {
            Part part = new Part();
            part.fork();
            b = 1;
            System.out.print(a);
            part.join();
        }
    }

    static class Root extends RecursiveAction {
        @Override
        protected void compute() {
            Whole whole = new Whole();
            whole.fork();
            whole.join();
        }
    }

    public static void main(String[] args) {
        new ForkJoinPool(2).invoke(new Root());
    }
}

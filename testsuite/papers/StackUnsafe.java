/**
 * A stack without a lock: one thread pushes N numbers (the argument; 2 by default), another pops N.
 *
 * <p>Who pops from an empty stack fails: underflow, without a preemption. There is nothing else to fail. Only the
 * thread that pushes makes {@code top} larger, and what it writes is at least 1, so that {@code top} is still positive
 * after the other has looked; and before its last push it has added N - 1 times at most.
 */
public class StackUnsafe {
    static int[] values;
    static int top;

    private static void push(int value) {
        values[top] = value;
        top = top + 1;
    }

    private static int pop() {
        if (top == 0) {
            throw new IllegalStateException("underflow");
        }
        int last = top - 1;
        top = last;
        return values[last];
    }

    public static void main(String[] args) throws InterruptedException {
        final int n = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        values = new int[n];
        Thread pushes = new Thread(() -> {
            for (int i = 0; i < n; i++) {
                push(i + 1);
            }
        });
        Thread pops = new Thread(() -> {
            for (int i = 0; i < n; i++) {
                pop();
            }
        });
        pushes.start();
        pops.start();
        pushes.join();
        pops.join();
    }
}

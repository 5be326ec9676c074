/**
 * SCTBench, {@code CS.stack_bad}: one thread pushes N elements, another one pops up to N, each under one lock. The
 * second pops only if a flag says that something was pushed. Arguments: N (10), at least 1.
 *
 * <p>Bug: nobody takes the flag back when the stack is empty again. AssertionError (underflow) in the second thread.
 *
 * <p>Shown by: the first thread is preempted between two pushes, after k &lt; N of them, and the second pops k + 1
 * times. 1 preemption; without any, either all is pushed before the first pop, or the second thread is done before the
 * flag is set.
 *
 * <p>Right for N = 1, where one push allows one pop; wrong from 2.
 */
public class StackBad {
    static final Object lock = new Object();
    static int[] elements;
    static int top;
    static boolean pushed;

    static void push() {
        for (int i = 0; i < elements.length; i++) {
            synchronized (lock) {
                if (top == elements.length) {
                    throw new AssertionError("overflow");
                }
                elements[top++] = i;
                pushed = true;
            }
        }
    }

    static void pop() {
        for (int i = 0; i < elements.length; i++) {
            synchronized (lock) {
                if (pushed) {
                    if (top == 0) {
                        throw new AssertionError("underflow");
                    }
                    top--;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        elements = new int[args.length > 0 ? Integer.parseInt(args[0]) : 10];
        Thread pushes = new Thread(StackBad::push, "pushes");
        Thread pops = new Thread(StackBad::pop, "pops");
        pushes.start();
        pops.start();
        pushes.join();
        pops.join();
    }
}

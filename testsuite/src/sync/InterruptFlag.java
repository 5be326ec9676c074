/**
 * isInterrupted leaves the flag, interrupted clears it.
 */
public class InterruptFlag {
    public static void main(String[] args) {
        Thread me = Thread.currentThread();
        String result = me.isInterrupted() + " ";
        me.interrupt();
        result += me.isInterrupted() + " " + me.isInterrupted() + " ";
        result += Thread.interrupted() + " " + me.isInterrupted();
        System.out.println(result);
    }
}

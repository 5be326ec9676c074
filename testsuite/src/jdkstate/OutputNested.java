/**
 * An argument of {@code printf} prints, and does nothing else, when it is asked for its text: what comes before it has been printed by then, and the monitor of the
 * stream is held. So the other thread's "c" comes before "[" or after "]".
 */
public class OutputNested {
    @Override
    public String toString() {
        System.out.print("(");
        return ")";
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> System.out.print("c"));
        t.start();
        System.out.printf("[%s]", new OutputNested());
        t.join();
    }
}

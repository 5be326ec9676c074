/**
 * A thread reverses "ab" while another one takes its first character. Code of the JDK copies the array of the builder
 * inside a call that works on it. The copy has 'a' from before the first write and 'b' from after it: 'b' is written to
 * the first place once, and never overwritten.
 */
public class BuilderReversed {
    public static void main(String[] args) throws InterruptedException {
        StringBuilder builder = new StringBuilder("ab");
        Thread t = new Thread(builder::reverse);
        t.start();
        String first = builder.substring(0, 1);
        t.join();
        System.out.println(first);
    }
}

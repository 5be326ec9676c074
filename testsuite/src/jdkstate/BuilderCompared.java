/**
 * A thread changes a string builder while another one compares a string with it and adds up its characters: code of
 * {@code String} and of its streams, which reads the array of the builder. The comparison and the sum find the first
 * character before the change ('a', 97) or after it ('z', 122); who has seen the change sees it later, too.
 */
public class BuilderCompared {
    public static void main(String[] args) throws InterruptedException {
        StringBuilder builder = new StringBuilder("ab");
        Thread t = new Thread(() -> builder.setCharAt(0, 'z'));
        t.start();
        boolean changed = "zb".contentEquals(builder);
        int sum = builder.chars().sum();
        t.join();
        System.out.println(changed + " " + sum);
    }
}

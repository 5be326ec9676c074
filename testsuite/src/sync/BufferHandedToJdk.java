/**
 * A StringBuffer that another thread changes is given to constructors and static methods of the JDK, which take its
 * monitor. The buffer begins as "1"; the other thread puts "2" before it.
 *
 * <p>So each of the four sees 1 or 21, and none sees 1 after another has seen 21: five outcomes. Besides, the constructor of
 * StringBuilder asks for the length first, and copies without the monitor then: if all of the other thread comes in between, it
 * takes one character of 21. Outcomes: 1 1 1 1, 1 1 1 21, 1 1 21 21, 1 2 21 21, 1 21 21 21, 21 21 21 21.
 */
public class BufferHandedToJdk {
    static final StringBuffer buffer = new StringBuffer("1");

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> buffer.insert(0, "2"));
        writer.start();
        String copy = new String(buffer);
        String builder = new StringBuilder(buffer).toString();
        String joined = String.join(",", buffer);
        String formatted = String.format("%s", buffer);
        System.out.println(copy + " " + builder + " " + joined + " " + formatted);
        writer.join();
    }
}

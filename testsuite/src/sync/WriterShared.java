import java.io.StringWriter;

/**
 * Two threads write to one writer, whose methods are synchronized inside: one letter comes first.
 */
public class WriterShared {
    public static void main(String[] args) throws InterruptedException {
        StringWriter writer = new StringWriter();
        Thread a = Par.start(() -> writer.write("a"));
        writer.write("b");
        a.join();
        System.out.println(writer);
    }
}

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * An annotation, which is a proxy that the JVM makes, is read while another thread writes: its value is 7, the write is seen
 * or not.
 */
public class AnnotationShared {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Answer {
        int value();
    }

    static Answer answer;
    static int n;

    @Answer(7)
    public static void annotated(String argument) {
    }

    public static void main(String[] args) throws Exception {
        answer = AnnotationShared.class.getMethod("annotated", String.class).getAnnotation(Answer.class);
        Thread writer = new Thread(() -> n = 1);
        writer.start();
        System.out.println(answer.value() + " " + n);
        writer.join();
    }
}

import java.io.StringWriter;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

/**
 * Two threads evaluate a template with one engine, each with a value of its own.
 *
 * @outcome hi a hi b
 */
public class VelocityTemplate {
    static String evaluate(VelocityEngine engine, String value) {
        VelocityContext context = new VelocityContext();
        context.put("x", value);
        StringWriter text = new StringWriter();
        engine.evaluate(context, text, "template", "hi $x");
        return text.toString();
    }

    public static void main(String[] args) throws InterruptedException {
        VelocityEngine engine = new VelocityEngine();
        engine.init();
        String[] text = new String[2];
        Thread t1 = new Thread(() -> text[0] = evaluate(engine, "a"));
        Thread t2 = new Thread(() -> text[1] = evaluate(engine, "b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(text[0] + " " + text[1]);
    }
}

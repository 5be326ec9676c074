import freemarker.cache.StringTemplateLoader;
import freemarker.template.Configuration;
import java.io.StringWriter;
import java.util.Map;

/**
 * Two threads process one template, which is in a cache after the first use.
 *
 * @jvm -Dorg.freemarker.loggerLibrary=none
 * @outcome Hello a Hello b
 */
public class Template1 {
    static String process(Configuration configuration, String name) {
        try {
            StringWriter out = new StringWriter();
            configuration.getTemplate("t").process(Map.of("name", name), out);
            return out.toString();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_32);
        StringTemplateLoader loader = new StringTemplateLoader();
        loader.putTemplate("t", "Hello ${name}");
        configuration.setTemplateLoader(loader);
        String[] text = new String[2];
        Thread t1 = new Thread(() -> text[0] = process(configuration, "a"));
        Thread t2 = new Thread(() -> text[1] = process(configuration, "b"));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(text[0] + " " + text[1]);
    }
}

import groovy.servlet.AbstractHttpServlet;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.regex.Pattern;
import javax.servlet.http.HttpServletRequest;

/**
 * GROOVY-6456 (in 1.7.9): two requests at once are served by the script of one of them.
 *
 * <p>A servlet has one {@code Matcher} to change the names of resources (AbstractHttpServlet.java:278), which each
 * request resets to its own name (line 280) and then asks (line 283), though matchers are not for several threads. The
 * names end in "groovy" here, which is replaced by "gsp". A request whose matcher is reset by the other in between gets
 * the other's name.
 *
 * <p>It can be nothing else: the requests share nothing but the matcher. It does harm: a user gets what another one has
 * asked for. Within a call of the matcher, which mcr takes for one step (and so calls the check incomplete), a reset of
 * another thread leads to an exception as well.
 *
 * @bug GROOVY-6456
 * @violation assertion Groovy6456.java
 * @outcome [exception]
 * @outcome one.gsp two.gsp
 */
public class Groovy6456 {
    /** A servlet that replaces what init parameters would name. */
    static final class Servlet extends AbstractHttpServlet {
        private static final long serialVersionUID = 1;

        Servlet() throws ReflectiveOperationException {
            set("resourceNameMatcher", Pattern.compile("groovy$").matcher(""));
            set("resourceNameReplacement", "gsp");
            set("resourceNameReplaceAll", true);
        }

        private void set(String name, Object value) throws ReflectiveOperationException {
            Field field = AbstractHttpServlet.class.getDeclaredField(name);
            field.setAccessible(true);
            field.set(this, value);
        }

        String uri(String path) {
            return getScriptUri(request(path));
        }
    }

    static HttpServletRequest request(String path) {
        Class<?>[] types = {HttpServletRequest.class};
        return (HttpServletRequest) Proxy.newProxyInstance(Groovy6456.class.getClassLoader(), types,
                (self, method, arguments) -> method.getName().equals("getServletPath") ? path : null);
    }

    public static void main(String[] args) throws Exception {
        Servlet servlet = new Servlet();
        String[] got = new String[2];
        Thread other = new Thread(() -> got[1] = servlet.uri("two.groovy"), "other");
        other.start();
        got[0] = servlet.uri("one.groovy");
        other.join();
        assert got[0].equals("one.gsp") && got[1].equals("two.gsp") : got[0] + " " + got[1];
        System.out.println(got[0] + " " + got[1]);
    }
}

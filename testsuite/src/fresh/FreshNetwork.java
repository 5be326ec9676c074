import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;

/**
 * The factory of URL handlers can be set once in a JVM: so it can in each execution. The other defaults of {@code java.net} are the JDK's again.
 *
 * The two increments make more than one execution; x is 1 if both threads read 0, else 2. What the JDK holds is what a JVM that has just started
 * holds, in every execution.
 */
public class FreshNetwork {
    static int x;

    static class Handler extends URLStreamHandler {
        @Override protected URLConnection openConnection(URL url) { return null; }
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x++);
        other.start();
        x++;
        other.join();
        String before;
        try {
            before = new URL("mine:x").getProtocol();
        } catch (MalformedURLException e) {
            before = "unknown";
        }
        String defaults = (Authenticator.getDefault() == null) + " " + (CookieHandler.getDefault() == null) + " "
                + (ResponseCache.getDefault() == null) + " " + (ProxySelector.getDefault() != null) + " " + HttpURLConnection.getFollowRedirects()
                + " " + URLConnection.getFileNameMap().getContentTypeFor("x.fresh");
        URL.setURLStreamHandlerFactory(protocol -> protocol.equals("mine") ? new Handler() : null);
        Authenticator.setDefault(new Authenticator() { });
        CookieHandler.setDefault(new CookieManager());
        ProxySelector.setDefault(null);
        HttpURLConnection.setFollowRedirects(false);
        URLConnection.setFileNameMap(name -> "text/mine");
        System.out.println(x + " " + before + " " + new URL("mine:x").getProtocol() + " " + defaults);
    }
}

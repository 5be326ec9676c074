import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.List;
import javax.management.ObjectName;

/**
 * One thread sets a default of the JDK, the other calls code of the JDK that reads it: it finds the default as it was
 * or as
 * it was set.
 *
 * <p>Outcomes: without arguments, whether there is a protocol "zz"; "connections", whether a new connection uses caches
 * (one does, by default, and the setter is an instance method); "redirects", the same for HTTP, where a static method
 * is
 * called; "types", what a file is by its name; "proxies", whether the selector is asked for a way; "verbose", what a
 * bean
 * says, asked through the server of beans.
 */
public class DefaultsReadByJdk {
    private static volatile String read;

    private static class Connection extends URLConnection {
        Connection(URL url) {
            super(url);
        }

        @Override
        public void connect() {}
    }

    private static class Handler extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) {
            return new Connection(url);
        }
    }

    private static class Selector extends ProxySelector {
        @Override
        public List<Proxy> select(URI uri) {
            read = "asked";
            throw new IllegalArgumentException("no way");
        }

        @Override
        public void connectFailed(URI uri, SocketAddress address, IOException e) {}
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void both(Action one, Action other) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                one.run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        other.run();
        thread.join();
        System.out.println(read);
    }

    private static URL file() throws MalformedURLException {
        return new File("a.txt").toURI().toURL();
    }

    public static void main(String[] args) throws Exception {
        switch (args.length == 0 ? "" : args[0]) {
            case "connections":
                both(() -> new Connection(file()).setDefaultUseCaches(false),
                        () -> read = "" + file().openConnection().getUseCaches());
                break;
            case "redirects":
                both(() -> HttpURLConnection.setFollowRedirects(false), () -> {
                    URLConnection connection = new URL("http://localhost/").openConnection();
                    read = "" + ((HttpURLConnection) connection).getInstanceFollowRedirects();
                });
                break;
            case "types":
                both(() -> URLConnection.setFileNameMap(name -> "a/b"),
                        () -> read = file().openConnection().getContentType());
                break;
            case "proxies":
                read = "not asked";
                both(() -> ProxySelector.setDefault(new Selector()), () -> {
                    try {
                        new URL("http://127.0.0.1:1/").openConnection().connect();
                    } catch (IOException | IllegalArgumentException e) {
                        // Nobody answers, or it is not asked for.
                    }
                });
                break;
            case "verbose":
                ObjectName memory = new ObjectName("java.lang:type=Memory");
                both(() -> ManagementFactory.getMemoryMXBean().setVerbose(true),
                        () -> read = "" + ManagementFactory.getPlatformMBeanServer().getAttribute(memory, "Verbose"));
                break;
            default:
                both(() -> URL.setURLStreamHandlerFactory(name -> name.equals("zz") ? new Handler() : null), () -> {
                    try {
                        read = URI.create("zz://a/").toURL().getProtocol();
                    } catch (MalformedURLException e) {
                        read = "none";
                    }
                });
        }
    }
}

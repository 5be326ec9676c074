import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.Properties;
import org.w3c.jigsaw.daemon.ServerHandlerManager;
import org.w3c.jigsaw.frames.HTTPFrame;
import org.w3c.jigsaw.http.httpd;
import org.w3c.tools.resources.DirectoryResource;
import org.w3c.tools.resources.FileResource;
import org.w3c.www.mime.MimeType;

/**
 * Starts the daemon, as its own manager starts it from files of properties, with its store of resources, its pool of
 * threads and one document, and asks it. The daemon's threads do not end, so the JVM has to halt.
 */
final class JigsawDaemon {
    /** Asks for the document. */
    static final String GET = "GET /hello.txt HTTP/1.0\r\n\r\n";
    /** Asks for its head. */
    static final String HEAD = "HEAD /hello.txt HTTP/1.0\r\n\r\n";
    /** Writes another one in its place. */
    static final String PUT = "PUT /hello.txt HTTP/1.0\r\nContent-Length: 4\r\n\r\nbye\n";

    private static final int PORT = 8001;
    private static final String HANDLER = "http-server";
    private static final String FILE = "hello.txt";
    private static final String CLIENTS = "org.w3c.jigsaw.http.socket.SocketClientFactory.";

    private final PrintStream out = System.out;
    private final httpd server;

    /** The root of the documents. */
    public static class Root extends DirectoryResource {
        void add(String name) throws Exception {
            Hashtable<String, Object> attributes = new Hashtable<>();
            attributes.put("identifier", name);
            attributes.put("filename", name);
            FileResource file = new FileResource();
            registerResource(name, file, attributes);
            Hashtable<String, Object> kind = new Hashtable<>();
            kind.put("content-type", MimeType.TEXT_PLAIN);
            kind.put("putable", Boolean.TRUE);
            file.registerFrame(new HTTPFrame(), kind);
        }
    }

    JigsawDaemon() throws Exception {
        this(new Properties());
    }

    /** With more properties of the server than it needs. */
    JigsawDaemon(Properties more) throws Exception {
        // What the daemon says of itself comes in any order.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        Path root = Files.createTempDirectory("jigsaw");
        Path config = Files.createDirectories(root.resolve("config"));
        Path space = Files.createDirectories(root.resolve("WWW"));
        Files.createDirectories(root.resolve("logs"));
        Files.writeString(space.resolve(FILE), "hello\n");
        try (OutputStream to = Files.newOutputStream(config.resolve(HANDLER + ".props"))) {
            Properties own = properties(root, space);
            own.putAll(more);
            own.store(to, null);
        }
        Properties daemon = new Properties();
        daemon.put("org.w3c.jigsaw.daemon.handlers", HANDLER);
        daemon.put(HANDLER + ".org.w3c.jigsaw.daemon.class", httpd.class.getName());
        ServerHandlerManager manager = new ServerHandlerManager(new String[0], config.toFile(), daemon);
        server = (httpd) manager.lookupServerHandler(HANDLER);
        ((Root) server.getRoot()).add(FILE);
    }

    private static Properties properties(Path root, Path space) {
        Properties server = new Properties();
        server.put(httpd.VERSCOUNT_P, "4");
        server.put("org.w3c.jigsaw.host", "127.0.0.1");
        server.put("org.w3c.jigsaw.port", Integer.toString(PORT));
        server.put("org.w3c.jigsaw.root", root.toString());
        server.put("org.w3c.jigsaw.space", space.toString());
        server.put("org.w3c.jigsaw.root.class", Root.class.getName());
        server.put("org.w3c.jigsaw.root.name", "root");
        server.put("org.w3c.jigsaw.serializer", "org.w3c.tools.resources.serialization.xml.XMLSerializer");
        for (String few : new String[] {"minFree", "maxFree", "maxIdle"}) {
            server.put(CLIENTS + few, "1");
        }
        server.put(CLIENTS + "maxThreads", "2");
        server.put(CLIENTS + "maxClients", "2");
        return server;
    }

    httpd server() {
        return server;
    }

    /** An answer that ends before its head does. */
    static final String CUT = "cut";

    /** Where the program prints. */
    PrintStream out() {
        return out;
    }

    /** Sends each request by a thread of its own; the first line and the text of each answer. */
    Clients ask(String... requests) {
        return new Clients(requests);
    }

    /** Threads that have asked. */
    static final class Clients {
        private final String[] got;
        private final Thread[] threads;

        Clients(String[] requests) {
            got = new String[requests.length];
            threads = new Thread[requests.length];
            for (int i = 0; i < requests.length; i++) {
                int me = i;
                threads[i] = new Thread(() -> got[me] = send(requests[me]), "client-" + i);
                threads[i].start();
            }
        }

        String[] answers() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
            return got;
        }
    }

    /** The answer to a request; its first line and its text, if it has all of its head. */
    private static String send(String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), PORT)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            int head = answer.indexOf("\r\n\r\n");
            if (head < 0) {
                return answer.isEmpty() ? "refused" : CUT;
            }
            String text = answer.substring(head).trim();
            return (answer.substring(0, answer.indexOf('\r')) + " " + text).trim();
        } catch (IOException e) {
            return "refused";
        }
    }
}

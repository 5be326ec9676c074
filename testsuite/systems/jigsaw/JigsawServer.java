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
 * The daemon, as its own manager starts it from files of properties, with its store of resources, its pool of threads
 * and one document; two threads ask for that and get it. Then the JVM halts, as the daemon's threads do not end.
 *
 * @outcome [exit:0] HTTP/1.1 200 OK hello HTTP/1.1 200 OK hello
 */
public class JigsawServer {
    private static final int PORT = 8001;
    private static final String HANDLER = "http-server";
    private static final String FILE = "hello.txt";

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
            file.registerFrame(new HTTPFrame(), kind);
        }
    }

    public static void main(String[] args) throws Exception {
        PrintStream out = System.out;
        // What the daemon says of itself comes in any order.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        out.println(answers(start()));
        Runtime.getRuntime().halt(0);
    }

    static ServerHandlerManager start() throws Exception {
        Path root = Files.createTempDirectory("jigsaw");
        Path config = Files.createDirectories(root.resolve("config"));
        Path space = Files.createDirectories(root.resolve("WWW"));
        Files.writeString(space.resolve(FILE), "hello\n");
        Properties server = new Properties();
        server.put(httpd.VERSCOUNT_P, "4");
        server.put("org.w3c.jigsaw.host", "127.0.0.1");
        server.put("org.w3c.jigsaw.port", Integer.toString(PORT));
        server.put("org.w3c.jigsaw.root", root.toString());
        server.put("org.w3c.jigsaw.space", space.toString());
        server.put("org.w3c.jigsaw.root.class", Root.class.getName());
        server.put("org.w3c.jigsaw.root.name", "root");
        server.put("org.w3c.jigsaw.serializer", "org.w3c.tools.resources.serialization.xml.XMLSerializer");
        String clients = "org.w3c.jigsaw.http.socket.SocketClientFactory.";
        for (String few : new String[] {"minFree", "maxFree", "maxIdle"}) {
            server.put(clients + few, "1");
        }
        server.put(clients + "maxThreads", "2");
        server.put(clients + "maxClients", "2");
        try (OutputStream out = Files.newOutputStream(config.resolve(HANDLER + ".props"))) {
            server.store(out, null);
        }
        Properties daemon = new Properties();
        daemon.put("org.w3c.jigsaw.daemon.handlers", HANDLER);
        daemon.put(HANDLER + ".org.w3c.jigsaw.daemon.class", httpd.class.getName());
        return new ServerHandlerManager(new String[0], config.toFile(), daemon);
    }

    /** Two clients ask at once. */
    static String answers(ServerHandlerManager manager) throws Exception {
        ((Root) ((httpd) manager.lookupServerHandler(HANDLER)).getRoot()).add(FILE);
        String[] got = new String[2];
        Thread[] clients = new Thread[2];
        for (int i = 0; i < 2; i++) {
            int me = i;
            clients[i] = new Thread(() -> got[me] = ask());
            clients[i].start();
        }
        for (Thread client : clients) {
            client.join();
        }
        return got[0] + " " + got[1];
    }

    private static String ask() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), PORT)) {
            socket.getOutputStream().write(("GET /" + FILE + " HTTP/1.0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.substring(0, answer.indexOf('\r')) + " "
                    + answer.substring(answer.indexOf("\r\n\r\n")).trim();
        } catch (Exception e) {
            return e.toString();
        }
    }
}

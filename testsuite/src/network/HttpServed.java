import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The JDK's HTTP server, and clients in the same program. It has far too many behaviours to see all of them in a test;
 * that each answer is what the handler has said holds in every one of them.
 *
 * "one": the server's own thread answers one request; main asserts what comes back.
 * "pool": two threads of a pool answer a request each, and count them in a field without a lock: a data race.
 */
public class HttpServed {
    private static int count;

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        switch (args[0]) {
            case "one" -> one(server);
            case "pool" -> pool(server);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void one(HttpServer server) throws Exception {
        server.createContext("/", HttpServed::answer);
        server.start();
        check(server);
        server.stop(0);
    }

    private static void pool(HttpServer server) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        server.setExecutor(pool);
        server.createContext("/", exchange -> {
            count++;
            answer(exchange);
        });
        server.start();
        Thread other = Par.start(() -> check(server));
        check(server);
        other.join();
        server.stop(0);
        pool.shutdown();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        byte[] text = ("you asked for " + exchange.getRequestURI()).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, text.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(text);
        }
    }

    private static void check(HttpServer server) throws IOException {
        URL url = new URL("http", "127.0.0.1", server.getAddress().getPort(), "/x");
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        String got = connection.getResponseCode() + " "
                + new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!got.equals("200 you asked for /x")) {
            throw new AssertionError(got);
        }
    }
}

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The JDK's HTTP client, and a server in the same program that answers one request with its first line. The client has
 * far too many behaviours to see all of them in a test; what each request ends with holds in every one of them.
 *
 * "send": main waits for the answer. "async": the same with a future.
 * "refused": nobody listens at the port.
 * "silent": the server takes the connection and says nothing; the request has a time limit.
 * "broken": the server closes the connection in the middle of the answer.
 * "connect": the connections that wait at the port are as many as there may be, and the client has a time limit for that.
 * "posted": what the client sends is what comes back.
 * "served": the server is the JDK's.
 */
public class HttpAsked {
    private static final String FIRST = "200 GET /x HTTP/1.1";

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "send" -> {
                ServerSocket server = listen();
                Thread other = Par.start(() -> answer(server, "\r\n\r\n%2$s"));
                expect(FIRST, HttpClient.newHttpClient().send(request(server.getLocalPort()), text()));
                other.join();
            }
            case "async" -> {
                ServerSocket server = listen();
                Thread other = Par.start(() -> answer(server, "\r\n\r\n%2$s"));
                expect(FIRST, HttpClient.newHttpClient().sendAsync(request(server.getLocalPort()), text()).join());
                other.join();
            }
            case "refused" -> {
                try {
                    HttpClient.newHttpClient().send(request(1), text());
                    throw new AssertionError("somebody has answered");
                } catch (ConnectException e) {
                    System.out.println("refused");
                }
            }
            case "silent" -> {
                ServerSocket server = listen();
                try {
                    HttpClient.newHttpClient().send(request(server.getLocalPort()), text());
                    throw new AssertionError("somebody has answered");
                } catch (HttpTimeoutException e) {
                    System.out.println("too late");
                }
            }
            case "broken" -> {
                ServerSocket server = listen();
                Thread other = Par.start(() -> answer(server, "0\r\n\r\n%2$s"));
                try {
                    HttpClient.newHttpClient().send(request(server.getLocalPort()), text());
                    throw new AssertionError("somebody has answered");
                } catch (IOException e) {
                    System.out.println("broken");
                }
                other.join();
            }
            case "connect" -> {
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                for (int i = 0; i < 2; i++) {
                    new Socket(server.getInetAddress(), server.getLocalPort());
                }
                try {
                    HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build()
                            .send(request(server.getLocalPort()), text());
                    throw new AssertionError("somebody has answered");
                } catch (HttpConnectTimeoutException e) {
                    System.out.println("no room");
                }
            }
            case "posted" -> {
                ServerSocket server = listen();
                Thread other = Par.start(() -> answer(server, "\r\n\r\n%2$s"));
                HttpRequest asks = HttpRequest.newBuilder(address(server.getLocalPort()))
                        .version(HttpClient.Version.HTTP_1_1).POST(BodyPublishers.ofString("12")).build();
                expect("200 12", HttpClient.newHttpClient().send(asks, text()));
                other.join();
            }
            case "served" -> {
                HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
                server.createContext("/x", exchange -> {
                    byte[] text = exchange.getRequestMethod().getBytes(StandardCharsets.US_ASCII);
                    exchange.sendResponseHeaders(200, text.length);
                    exchange.getResponseBody().write(text);
                    exchange.close();
                });
                server.start();
                expect("200 GET", HttpClient.newHttpClient().send(request(server.getAddress().getPort()), text()));
                server.stop(0);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    private static HttpRequest request(int port) {
        return HttpRequest.newBuilder(address(port)).version(HttpClient.Version.HTTP_1_1).timeout(Duration.ofSeconds(5)).build();
    }

    private static URI address(int port) {
        return URI.create("http://127.0.0.1:" + port + "/x");
    }

    private static HttpResponse.BodyHandler<String> text() {
        return HttpResponse.BodyHandlers.ofString();
    }

    private static void expect(String wanted, HttpResponse<String> got) {
        String text = got.statusCode() + " " + got.body();
        if (!text.equals(wanted)) {
            throw new AssertionError(text);
        }
    }

    /** Answers one request with what was sent, or else with its first line, after the number of bytes in this way. */
    private static void answer(ServerSocket server, String rest) {
        try (Socket socket = server.accept()) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String first = in.readLine();
            int length = 0;
            for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                if (line.startsWith("Content-Length: ")) {
                    length = Integer.parseInt(line.substring(16));
                }
            }
            if (length > 0) {
                char[] sent = new char[length];
                for (int i = 0; i < length; i++) {
                    sent[i] = (char) in.read();
                }
                first = new String(sent);
            }
            String text = ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %1$d" + rest)
                    .formatted(first.length(), first);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

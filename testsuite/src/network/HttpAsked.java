import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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
 */
public class HttpAsked {
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "send" -> {
                ServerSocket server = listen();
                Thread other = Par.start(() -> answer(server, "\r\n\r\n%2$s"));
                expect(HttpClient.newHttpClient().send(request(server.getLocalPort()), text()));
                other.join();
            }
            case "async" -> {
                ServerSocket server = listen();
                Thread other = Par.start(() -> answer(server, "\r\n\r\n%2$s"));
                expect(HttpClient.newHttpClient().sendAsync(request(server.getLocalPort()), text()).join());
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
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    private static HttpRequest request(int port) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/x"))
                .version(HttpClient.Version.HTTP_1_1).timeout(Duration.ofSeconds(5)).build();
    }

    private static HttpResponse.BodyHandler<String> text() {
        return HttpResponse.BodyHandlers.ofString();
    }

    private static void expect(HttpResponse<String> got) {
        String text = got.statusCode() + " " + got.body();
        if (!text.equals("200 GET /x HTTP/1.1")) {
            throw new AssertionError(text);
        }
    }

    /** Answers one request, after the number of bytes in this way. */
    private static void answer(ServerSocket server, String rest) {
        try (Socket socket = server.accept()) {
            BufferedReader in = new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String first = in.readLine();
            while (!in.readLine().isEmpty()) {
                continue;
            }
            String text = ("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %1$d" + rest)
                    .formatted(first.length(), first);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

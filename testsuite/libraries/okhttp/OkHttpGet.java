import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * A client asks a server of one request in the same process, by a connection that the server closes.
 *
 * @outcome 200 hi
 */
public class OkHttpGet {
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi";

    /** Answers a request that ends with an empty line. */
    private static void serve(ServerSocket server) {
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            int ends = 0;
            while (ends < 4) {
                int read = in.read();
                ends = read == '\r' || read == '\n' ? ends + 1 : 0;
            }
            socket.getOutputStream().write(ANSWER.getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread serving = new Thread(() -> serve(server));
        serving.start();
        OkHttpClient client = new OkHttpClient();
        Request request = new Request.Builder().url("http://127.0.0.1:" + server.getLocalPort() + "/").build();
        try (Response response = client.newCall(request).execute()) {
            System.out.println(response.code() + " " + response.body().string());
        }
        serving.join();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }
}

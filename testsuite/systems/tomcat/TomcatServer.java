import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.modeler.Registry;

/**
 * Tomcat in the program, with its NIO connector and one servlet; main sends one request and prints the answer's body.
 *
 * <p>The request says that the connection is to be closed, so the answer ends where the connection does. Threads of the
 * server still run then: the program is halted. There are no beans for management, whose descriptions take Tomcat longer
 * to read than all else.
 *
 * @outcome [exit:0] hello
 */
public class TomcatServer {
    /** Says hello. */
    static final class Hello extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("hello");
        }
    }

    static Tomcat server() throws Exception {
        Registry.disableRegistry();
        File base = Files.createTempDirectory("tomcat").toFile();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.getPath());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("minSpareThreads", "1");
        tomcat.getConnector().setProperty("maxThreads", "1");
        Context context = tomcat.addContext("", base.getPath());
        Tomcat.addServlet(context, "hello", new Hello());
        context.addServletMappingDecoded("/", "hello");
        tomcat.start();
        return tomcat;
    }

    static String ask(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            return answer.substring(answer.indexOf("\r\n\r\n") + 4);
        }
    }

    public static void main(String[] args) throws Exception {
        Tomcat tomcat = server();
        System.out.println(ask(tomcat.getConnector().getLocalPort()));
        Runtime.getRuntime().halt(0);
    }
}

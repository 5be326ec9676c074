import java.util.Properties;
import org.w3c.jigsaw.http.CommonLogger;
import org.w3c.jigsaw.http.httpd;

/**
 * The daemon with its {@code CommonLogger}: a line is logged while the administrator sets the size of its buffer to
 * 0. {@code CommonLogger.logmsg} finds a buffer (229) and calls {@code appendLogBuffer}, which has the monitor under
 * which {@code propertyChanged} (166) sets the buffer to null, but not since the question: a null dereference (209).
 * The client whose request is logged dies of it, after it was answered. The race is that of these two lines.
 *
 * @violation null-dereference "this.buffer" is null
 * @outcome [exit:0] done
 */
public class JigsawLogger {
    public static void main(String[] args) throws Exception {
        Properties logging = new Properties();
        logging.put(httpd.LOGGER_P, CommonLogger.class.getName());
        JigsawDaemon daemon = new JigsawDaemon(logging);
        httpd server = daemon.server();
        Thread client = new Thread(() -> server.getLogger().log("a line\n"), "client");
        Thread admin = new Thread(() -> server.getProperties().putValue(CommonLogger.BUFSIZE_P, "0"), "admin");
        client.start();
        admin.start();
        client.join();
        admin.join();
        daemon.out().println("done");
        Runtime.getRuntime().halt(0);
    }
}

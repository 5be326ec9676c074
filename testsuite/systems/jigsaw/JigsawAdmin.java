import org.w3c.jigsaw.http.CommonLogger;
import org.w3c.jigsaw.http.ControlResource;

/**
 * The daemon ({@link JigsawDaemon}) is asked for its document twice, while main does what the resources of its
 * administration do for a request: it has a checkpoint written ({@code ControlResource}, in a thread of its own), and
 * changes a property. Both clients get the document: neither has to do with it.
 *
 * @outcome [exit:0] HTTP/1.1 200 OK hello HTTP/1.1 200 OK hello
 */
public class JigsawAdmin {
    public static void main(String[] args) throws Exception {
        JigsawDaemon daemon = new JigsawDaemon();
        JigsawDaemon.Clients clients = daemon.ask(JigsawDaemon.GET, JigsawDaemon.GET);
        new ControlResource(daemon.server()).lookup("checkpoint");
        daemon.server().getProperties().putValue(CommonLogger.BUFSIZE_P, "0");
        daemon.out().println(String.join(" ", clients.answers()));
        Runtime.getRuntime().halt(0);
    }
}

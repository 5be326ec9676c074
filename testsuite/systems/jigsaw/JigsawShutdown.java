import org.w3c.jigsaw.http.ControlResource;

/**
 * The daemon ({@link JigsawDaemon}) is asked for its document twice, while main stops it as a request to its
 * administration would ({@code ControlResource}). Each client is answered, or its connection is refused or closed
 * before.
 *
 * @outcome [exit:0] HTTP/1.1 200 OK hello HTTP/1.1 200 OK hello
 * @outcome [exit:0] HTTP/1.1 200 OK hello refused
 * @outcome [exit:0] refused HTTP/1.1 200 OK hello
 * @outcome [exit:0] refused refused
 */
public class JigsawShutdown {
    public static void main(String[] args) throws Exception {
        JigsawDaemon daemon = new JigsawDaemon();
        JigsawDaemon.Clients clients = daemon.ask(JigsawDaemon.GET, JigsawDaemon.GET);
        new ControlResource(daemon.server()).lookup("stop");
        daemon.out().println(String.join(" ", clients.answers()));
        Runtime.getRuntime().halt(0);
    }
}

import org.w3c.jigsaw.http.ControlResource;

/**
 * The daemon ({@link JigsawDaemon}) is asked for its document twice, while main stops it as a request to its
 * administration would ({@code ControlResource}). Each client is answered, or its connection is refused or closed
 * before.
 *
 * <p>Or its answer is cut short: the end of the server closes the connections of clients that are at work ({@code
 * SocketClientFactory.shutdown}), and a head is written piece by piece ({@code BasicValue.emit}).
 *
 * <p>Two things may go wrong. The server's own thread ends by {@code httpd.cleanup}, which forgets the name of the
 * server (1477); main, which is about to take it off the list of servers by that name, dies of it ({@code
 * ServerHandlerManager}, 217, {@code Hashtable.remove}). And a client that has its connection and has not begun escapes
 * both ends, so the deadlock of {@link JigsawStoreShutdown} is possible here, too.
 *
 * @violation null-dereference Hashtable.remove
 * @violation deadlock NewStoreEntry
 * @outcome [deadlock]
 * @outcome [exception]
 * @outcome [exit:0] whole whole
 * @outcome [exit:0] whole refused
 * @outcome [exit:0] whole cut
 * @outcome [exit:0] refused whole
 * @outcome [exit:0] refused refused
 * @outcome [exit:0] refused cut
 * @outcome [exit:0] cut whole
 * @outcome [exit:0] cut refused
 * @outcome [exit:0] cut cut
 */
public class JigsawShutdown {
    public static void main(String[] args) throws Exception {
        JigsawDaemon daemon = new JigsawDaemon();
        JigsawDaemon.Clients clients = daemon.ask(JigsawDaemon.GET, JigsawDaemon.GET);
        new ControlResource(daemon.server()).lookup("stop");
        String[] answers = clients.answers();
        daemon.out().println(kind(answers[0]) + " " + kind(answers[1]));
        Runtime.getRuntime().halt(0);
    }

    private static String kind(String answer) {
        if (answer.equals("HTTP/1.1 200 OK hello")) {
            return "whole";
        }
        // Without its text, it was cut behind its head.
        return answer.equals("HTTP/1.1 200 OK") ? JigsawDaemon.CUT : answer;
    }
}

import java.util.Map;
import java.util.TreeMap;

/**
 * The daemon ({@link JigsawDaemon}), which has at most two clients, is asked by four threads. Who comes when both are
 * busy is refused: the connection is closed. While both clients are free nobody is, so at least two are answered;
 * more if one is done by then.
 *
 * @outcome [exit:0] {HTTP/1.1 200 OK hello=2, refused=2}
 * @outcome [exit:0] {HTTP/1.1 200 OK hello=3, refused=1}
 * @outcome [exit:0] {HTTP/1.1 200 OK hello=4}
 */
public class JigsawClients {
    public static void main(String[] args) throws Exception {
        JigsawDaemon daemon = new JigsawDaemon();
        String get = JigsawDaemon.GET;
        JigsawDaemon.Clients clients = daemon.ask(get, get, get, get);
        Map<String, Integer> kinds = new TreeMap<>();
        for (String answer : clients.answers()) {
            kinds.merge(answer, 1, Integer::sum);
        }
        daemon.out().println(kinds);
        Runtime.getRuntime().halt(0);
    }
}

/**
 * The daemon ({@link JigsawDaemon}); two threads ask for its document and get it.
 *
 * @outcome [exit:0] HTTP/1.1 200 OK hello HTTP/1.1 200 OK hello
 */
public class JigsawServer {
    public static void main(String[] args) throws Exception {
        JigsawDaemon daemon = new JigsawDaemon();
        daemon.out().println(String.join(" ", daemon.ask(JigsawDaemon.GET, JigsawDaemon.GET).answers()));
        Runtime.getRuntime().halt(0);
    }
}

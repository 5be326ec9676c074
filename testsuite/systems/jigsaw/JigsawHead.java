/**
 * The daemon ({@link JigsawDaemon}): one thread asks for the head of its document, another one for the document. The
 * head has no text.
 *
 * @outcome [exit:0] HTTP/1.1 200 OK HTTP/1.1 200 OK hello
 */
public class JigsawHead {
    public static void main(String[] args) throws Exception {
        JigsawDaemon daemon = new JigsawDaemon();
        daemon.out().println(String.join(" ", daemon.ask(JigsawDaemon.HEAD, JigsawDaemon.GET).answers()));
        Runtime.getRuntime().halt(0);
    }
}

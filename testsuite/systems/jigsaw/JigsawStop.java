/**
 * The daemon ({@link JigsawDaemon}) is asked twice, then the program ends by {@code System.exit}: the daemon's own hook
 * stops the server, and waits for its thread, by a field that this thread sets to null at its end: the hook has
 * looked whether it is null, and looks again ({@code httpd.cleanup}, {@code ServerShutdownHook}).
 *
 * @violation null-dereference "this.thread" is null
 * @outcome [exit:0] HTTP/1.1 200 OK hello HTTP/1.1 200 OK hello
 */
public class JigsawStop {
    public static void main(String[] args) throws Exception {
        JigsawDaemon daemon = new JigsawDaemon();
        daemon.out().println(String.join(" ", daemon.ask(JigsawDaemon.GET, JigsawDaemon.GET).answers()));
        System.exit(0);
    }
}

/**
 * Two threads crawl two pages of a server in the same program, each page over a connection of its own. Both are
 * stored once: the thread that adds the second page goes on itself if no other one does.
 *
 * <p>Violation, its consequence, and races are those of {@link SpiderQueue}. The server's thread ends when its socket
 * is closed, which main does at the end.
 *
 * @violation null-dereference "target" is null
 * @outcome / /a.html
 * @outcome [exception] / /a.html
 * @outcome [livelock]
 */
public class SpiderSockets {
    public static void main(String[] args) throws Exception {
        MemorySite site = new MemorySite().with("/", Page.html("<a href=\"/a.html\">a</a>"));
        site.with("/a.html", Page.html("the end"));
        try (SiteServer server = new SiteServer(site)) {
            new Thread(server, "server").start();
            Site asked = new SocketSite(server.port());
            Spider spider = new Spider(new SpiderConfig("/", 2, 3, 0), asked, new SpiderLog(SpiderLog.OFF));
            for (Thread thread : spider.start()) {
                thread.join();
            }
            System.out.println(spider.store().paths());
        }
    }
}

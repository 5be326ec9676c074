/**
 * All of it at once: three threads crawl five pages (and a sixth path, where there is none) of a server in the same
 * program, a fourth one writes up to three checkpoints, all of them log. About 4,400 steps, so it is not explored to
 * the end.
 *
 * <p>Every page is stored once: it is added once, as {@code seen} is a set, and a thread that has added one does not
 * end before the queue is empty; a thread that dies of the null dereference has taken none. What may go wrong: the
 * null dereference of {@link SpiderQueue}, after which the others may wait for ever for its download, and both
 * violations of {@link SpiderCheckpoint}, of which only the checkpoints die. All races of these programs are here,
 * too, and that the level of the log is changed at the end ({@link SpiderStop}).
 *
 * @violation null-dereference "target" is null
 * @violation null-dereference "TargetQueue.first()" is null
 * @violation exception ConcurrentModificationException
 * @outcome / /a.html /b.html /c.gif /d.txt
 * @outcome [exception] / /a.html /b.html /c.gif /d.txt
 * @outcome [livelock]
 */
public class SpiderWhole {
    public static void main(String[] args) throws Exception {
        SpiderConfig config = new SpiderConfig("/", 3, 4, 3);
        SpiderLog log = new SpiderLog(SpiderLog.INFO);
        try (SiteServer server = new SiteServer(site())) {
            new Thread(server, "server").start();
            Spider spider = new Spider(config, new SocketSite(server.port()), log);
            Thread[] threads = spider.start();
            Thread checkpoints = new Thread(new Checkpoints(spider, log, config), "checkpoints");
            checkpoints.start();
            for (Thread thread : threads) {
                thread.join();
            }
            log.setLevel(SpiderLog.OFF);
            checkpoints.join();
            System.out.println(spider.store().paths());
        }
    }

    static Site site() {
        return new MemorySite()
                .with("/", Page.html("<a href=\"/a.html\">a</a> <a href=\"/b.html#1\">b</a> <img src=\"/c.gif\">"))
                .with("/a.html", Page.html("<a href=\"/\">up</a> <a href=\"/d.txt\">d</a>"))
                .with("/b.html", Page.html("<a href=\"/a.html\">a</a> <a href=\"/nothing.html\">gone</a>"))
                .with("/c.gif", new Page("image/gif", "GIF89a"))
                .with("/d.txt", Page.plain("see /a.html and /b.html"));
    }
}

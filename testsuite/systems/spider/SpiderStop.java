/**
 * One thread crawls two pages in memory (and a third path, where there is none), while main turns the log off and
 * stops it. The thread looks at {@code quit} before each page, so it has stored none, one, or both, in their order.
 *
 * <p>Races: {@code quit} and the level of the log are neither volatile nor under a lock. Under sequential consistency
 * both do no harm but that a line more is logged; by the Java memory model the loop need never see {@code quit}.
 * {@code running} as in {@link SpiderRunning}.
 *
 * @outcome stored:
 * @outcome stored: /
 * @outcome stored: / /b.txt
 */
public class SpiderStop {
    public static void main(String[] args) throws InterruptedException {
        MemorySite site = new MemorySite().with("/", Page.html("<img src=\"/b.txt\">"));
        site.with("/b.txt", Page.plain("see /c.html and /"));
        SpiderLog log = new SpiderLog(SpiderLog.INFO);
        Spider spider = new Spider(new SpiderConfig("/", 1, 2, 0), site, log);
        Thread[] threads = spider.start();
        log.setLevel(SpiderLog.OFF);
        spider.stop();
        threads[0].join();
        System.out.println("stored: " + spider.store().paths());
    }
}

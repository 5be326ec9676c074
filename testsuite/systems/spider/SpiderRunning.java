/**
 * Two threads crawl two pages in memory, and main asks again and again whether they are running, as the main program
 * of WebLech does, and does not join them.
 *
 * <p>{@code running++} in {@link Spider#start} and {@code running--} in {@link Spider#run} have no lock, so one of
 * them may be lost. If one decrement too few is left, main waits for ever (a livelock). If main adds the second
 * thread while the first one ends (main reads 1, the thread reads 1, main writes 2, the thread writes 0), {@code
 * running} is 0 while the second thread has the second page before it, and main prints too early: {@code /}. It
 * cannot print less, as no thread ends before the first page is stored: until then the queue has it, or it is counted
 * in {@code loads}.
 *
 * <p>The null dereference is that of {@link SpiderQueue}: the thread that dies is never taken off {@code running}, so
 * that main waits for ever, too, unless its increment was lost.
 *
 * @violation livelock .running is not
 * @violation null-dereference "target" is null
 * @outcome /
 * @outcome / /a.html
 * @outcome [exception] / /a.html
 * @outcome [livelock]
 */
public class SpiderRunning {
    public static void main(String[] args) throws InterruptedException {
        MemorySite site = new MemorySite().with("/", Page.html("<a href=\"/a.html\">a</a>"));
        site.with("/a.html", Page.html("the end"));
        Spider spider = new Spider(new SpiderConfig("/", 2, 3, 0), site, new SpiderLog(SpiderLog.OFF));
        spider.start();
        while (spider.isRunning()) {
            Thread.sleep(10);
        }
        System.out.println(spider.store().paths());
    }
}

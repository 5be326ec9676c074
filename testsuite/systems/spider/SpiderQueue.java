/**
 * Two threads crawl a site of one page, in memory. The page is stored once, as it is in the queue once and who takes
 * it has it alone.
 *
 * <p>Both may find that the queue has one page ({@code queue.size() == 0} in {@link Spider#run}); the second one then
 * takes {@code null} out of it, counts a download, and dies in {@link Spider#load} where it asks {@code null} for its
 * depth. This is the null dereference that was published for WebLech: what is asked and what is done should have one
 * lock. Its harm: the download that it has counted never ends, so if the other thread has not left its loop by then,
 * it never does (the outcome {@code [livelock]}, a consequence of the violation). If it has left, the program ends
 * after the exception.
 *
 * <p>Races: {@code loads} is read by {@code hasWork} without the lock under which it is counted, harmless under
 * sequential consistency (a thread may end early, but not who has just added a page); {@code running} is counted
 * without any lock ({@link SpiderRunning} shows the harm).
 *
 * @violation null-dereference "target" is null
 * @outcome /
 * @outcome [exception] /
 * @outcome [livelock]
 */
public class SpiderQueue {
    public static void main(String[] args) throws InterruptedException {
        Site site = new MemorySite().with("/", Page.html("no links"));
        Spider spider = new Spider(new SpiderConfig("/", 2, 3, 0), site, new SpiderLog(SpiderLog.OFF));
        for (Thread thread : spider.start()) {
            thread.join();
        }
        System.out.println(spider.store().paths());
    }
}

/**
 * One thread crawls one page in memory, another one writes a checkpoint meanwhile if the spider is running by then.
 * At the end the checkpoint is read: with how many pages a spider would begin that is started from it.
 *
 * <p>{@link Spider#writeCheckpoint} serialises {@code loading} under the lock of the queue, but it is changed under
 * its own:
 *
 * <ul>
 * <li>{@code HashSet.writeObject} goes through the set while the other thread removes a path: a {@code
 *     ConcurrentModificationException}, of which the thread dies, and no further checkpoint is written.
 * <li>the set is changed between its size and its contents: what is read back ends too early, so the checkpoint is
 *     broken, and nobody notices before it is needed.
 * <li>the checkpoint falls between taking a page from the queue and adding it to {@code loading}: the page is in
 *     neither ({@code 0 to go}, which is also right once the page is stored, so nothing tells the two apart).
 * </ul>
 *
 * <p>{@link Spider#headline} asks for the size of the queue, then for its first page, which the other thread may have
 * taken: a null dereference in the thread that writes checkpoints, with the same harm. Without a checkpoint: the
 * thread has found that the spider was not running (any more), or has died.
 *
 * <p>The races in {@code HashMap} and {@code HashSet} are those of {@code loading}; {@code running} as in {@link
 * SpiderRunning}.
 *
 * @violation exception ConcurrentModificationException
 * @violation null-dereference "TargetQueue.first()" is null
 * @outcome /, 0 to go
 * @outcome /, 1 to go
 * @outcome /, broken checkpoint
 * @outcome /, no checkpoint
 * @outcome [exception] /, no checkpoint
 */
public class SpiderCheckpoint {
    public static void main(String[] args) throws InterruptedException {
        SpiderConfig config = new SpiderConfig("/", 1, 3, 1);
        Site site = new MemorySite().with("/", Page.html("no links"));
        SpiderLog log = new SpiderLog(SpiderLog.INFO);
        Spider spider = new Spider(config, site, log);
        Checkpoints checkpoints = new Checkpoints(spider, log, config);
        Thread[] threads = spider.start();
        Thread writer = new Thread(checkpoints, "checkpoints");
        writer.start();
        threads[0].join();
        writer.join();
        System.out.println(spider.store().paths() + ", " + checkpoints.resumed());
    }
}

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;

/**
 * A crawler: threads that take a page from one queue, download it, look for links, and add those that were not seen.
 * Written anew after the design of WebLech 0.0.3, with the mistakes that were published for it and for crawlers like
 * it:
 *
 * <ul>
 * <li>{@link #run} asks for the size of the queue and takes from it in two steps. Another thread may have taken the
 *     last page in between, and what is taken is {@code null}, counted as a download, and dereferenced by {@link
 *     #load}.
 * <li>{@link #hasWork} reads {@link #loads} without the lock of the queue, under which it is counted.
 * <li>{@link #running} is counted without a lock, by the threads and by who starts them.
 * <li>{@link #quit} is neither volatile nor under a lock.
 * <li>{@link #writeCheckpoint} has the lock of the queue, but not that of {@link #loading}.
 * <li>{@link #headline} asks for the size of the queue and for its first page in two steps.
 * </ul>
 */
final class Spider implements Runnable {
    private final SpiderConfig config;
    private final Site site;
    private final SpiderLog log;
    private final PageStore store = new PageStore();
    private final LinkParser parser = new LinkParser();
    private final TargetQueue queue = new TargetQueue();
    /** Paths that were downloaded, or are in the queue. Under its own lock. */
    private final Set<String> seen = new HashSet<>();
    /** Paths that threads are downloading. Under its own lock. */
    private final Set<String> loading = new HashSet<>();
    /** How many downloads there are. Changed under the lock of the queue. */
    private int loads;
    private int running;
    private boolean quit;

    Spider(SpiderConfig config, Site site, SpiderLog log) {
        this.config = config;
        this.site = site;
        this.log = log;
        seen.add(config.start);
        queue.add(new Target(config.start, 0));
    }

    /** Starts the threads. */
    Thread[] start() {
        Thread[] threads = new Thread[config.threads];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(this, "spider-" + i);
            threads[i].start();
            running++;
        }
        return threads;
    }

    void stop() {
        quit = true;
    }

    boolean isRunning() {
        return running != 0;
    }

    PageStore store() {
        return store;
    }

    @Override
    public void run() {
        while (hasWork() && !quit) {
            if (queue.size() == 0) {
                pause();
                continue;
            }
            Target next;
            synchronized (queue) {
                next = queue.next();
                loads++;
            }
            load(next);
        }
        running--;
    }

    private boolean hasWork() {
        return queue.size() > 0 || loads > 0;
    }

    private void load(Target target) {
        int depth = target.depth() + 1;
        synchronized (loading) {
            loading.add(target.path());
        }
        Page page = download(target);
        if (page != null && depth <= config.maxDepth) {
            for (String link : parser.links(page)) {
                schedule(link, depth);
            }
        }
        synchronized (loading) {
            loading.remove(target.path());
        }
        synchronized (queue) {
            loads--;
        }
    }

    private Page download(Target target) {
        try {
            Page page = site.get(target.path());
            log.info(page == null ? "nothing at " + target.path() : "loaded " + target.path());
            if (page != null) {
                store.put(target.path());
            }
            return page;
        } catch (IOException e) {
            log.info("cannot load " + target.path() + ": " + e);
            return null;
        }
    }

    private void schedule(String path, int depth) {
        synchronized (seen) {
            if (!seen.add(path)) {
                return;
            }
        }
        queue.add(new Target(path, depth));
    }

    /** What comes next, for people. */
    String headline() {
        return queue.size() > 0 ? "next is " + queue.first().path() : "nothing is left";
    }

    /** Writes what is to be downloaded, and what is being downloaded. */
    void writeCheckpoint(OutputStream to) throws IOException {
        ObjectOutputStream out = new ObjectOutputStream(to);
        synchronized (queue) {
            out.writeObject(queue);
            out.writeObject(loading);
        }
        out.flush();
    }

    /** How many pages a checkpoint has, downloads that had begun included. */
    static int pagesOf(InputStream from) throws IOException, ClassNotFoundException {
        ObjectInputStream in = new ObjectInputStream(from);
        return ((TargetQueue) in.readObject()).size() + ((Set<?>) in.readObject()).size();
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException ignored) {
            // The loop looks again.
        }
    }
}

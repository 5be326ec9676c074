import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The thread that writes a checkpoint every so often, as long as the spider is running. */
final class Checkpoints implements Runnable {
    private static final int INTERVAL = 100;

    private final Spider spider;
    private final SpiderLog log;
    private final int most;
    private int written;
    private byte[] last;

    Checkpoints(Spider spider, SpiderLog log, SpiderConfig config) {
        this.spider = spider;
        this.log = log;
        this.most = config.maxCheckpoints;
    }

    @Override
    public void run() {
        while (written < most && spider.isRunning()) {
            try {
                log.info("checkpoint; " + spider.headline());
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                spider.writeCheckpoint(out);
                last = out.toByteArray();
                written++;
                Thread.sleep(INTERVAL);
            } catch (IOException e) {
                log.info("no checkpoint: " + e);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** How many pages a spider would begin with that is started from the last checkpoint; when the thread has ended. */
    String resumed() {
        if (last == null) {
            return "no checkpoint";
        }
        try {
            return Spider.pagesOf(new ByteArrayInputStream(last)) + " to go";
        } catch (IOException | ClassNotFoundException e) {
            return "broken checkpoint";
        }
    }
}

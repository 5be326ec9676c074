/** How to crawl. It does not change once the crawl has begun. */
final class SpiderConfig {
    final String start;
    final int threads;
    final int maxDepth;
    final int maxCheckpoints;

    SpiderConfig(String start, int threads, int maxDepth, int maxCheckpoints) {
        this.start = start;
        this.threads = threads;
        this.maxDepth = maxDepth;
        this.maxCheckpoints = maxCheckpoints;
    }
}

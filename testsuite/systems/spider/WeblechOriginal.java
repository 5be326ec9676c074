import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Runs the original WebLech, unchanged, on a site that is served in the same program: {@code weblech.sh}. What is
 * crawled is what {@link SpiderWhole} crawls. The only argument is its main class, which gets the file of its
 * configuration.
 */
public class WeblechOriginal {
    public static void main(String[] args) throws Exception {
        SiteServer server = new SiteServer(SpiderWhole.site());
        Thread thread = new Thread(server, "server");
        // The original ends when its own threads have ended.
        thread.setDaemon(true);
        thread.start();
        Path work = Files.createTempDirectory("weblech");
        String config = write(work, "http://127.0.0.1:" + server.port() + "/").toString();
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[] {config});
    }

    /** The configuration, with the names of 0.0.3; later versions have lists, whose names end in s. */
    private static Path write(Path work, String start) throws IOException {
        Properties config = new Properties();
        config.setProperty("saveRootDirectory", Files.createDirectory(work.resolve("pages")).toString());
        config.setProperty("mailtoLogFile", "mailto.txt");
        config.setProperty("startLocation", start);
        config.setProperty("startLocations", start);
        config.setProperty("urlMatch", start);
        config.setProperty("maxDepth", "4");
        config.setProperty("spiderThreads", "3");
        config.setProperty("checkpointInterval", "1");
        Path file = work.resolve("spider.properties");
        try (OutputStream out = Files.newOutputStream(file)) {
            config.store(out, null);
        }
        return file;
    }
}

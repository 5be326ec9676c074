import java.io.IOException;

/** Where the spider gets pages from. */
interface Site {
    /** The page at a path, or {@code null} if there is none. */
    Page get(String path) throws IOException;
}

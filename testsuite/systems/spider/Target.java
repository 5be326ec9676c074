import java.io.Serializable;

/** A page that is to be downloaded, and how many links lead to it from the start. */
final class Target implements Serializable {
    private static final long serialVersionUID = 1;

    private final String path;
    private final int depth;

    Target(String path, int depth) {
        this.path = path;
        this.depth = depth;
    }

    String path() {
        return path;
    }

    int depth() {
        return depth;
    }
}

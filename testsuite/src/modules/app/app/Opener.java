package app;

/**
 * A module opens a package to another one while it runs. In each execution that is closed before. The other thread only
 * writes: 0 and 1 can be read. What the module opens is no event, so the check is not complete.
 */
public class Opener {
    private static volatile int x;

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> x = 1);
        writer.start();
        int read = x;
        String before = lib.Reader.read(app.closed.Box.class);
        Opener.class.getModule().addOpens("app.closed", lib.Reader.class.getModule());
        System.out.println(read + " " + before + " " + lib.Reader.read(app.closed.Box.class));
        writer.join();
    }
}

import org.w3c.jigsaw.http.httpd;

/**
 * The server's class can be loaded, and two threads make one each.
 *
 * @outcome true true
 */
public class JigsawFactory {
    public static void main(String[] args) throws InterruptedException {
        boolean[] got = new boolean[2];
        Thread t1 = new Thread(() -> got[0] = new httpd() != null);
        Thread t2 = new Thread(() -> got[1] = new httpd() != null);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}

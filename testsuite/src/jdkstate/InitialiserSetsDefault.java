import java.net.HttpURLConnection;

/**
 * Two static initialisers set the same default of the JDK: that of the class which is needed last is what is left.
 *
 * Possible: "true" and "false".
 */
public class InitialiserSetsDefault {
    static class Yes {
        static int used;

        static {
            HttpURLConnection.setFollowRedirects(true);
        }
    }

    static class No {
        static int used;

        static {
            HttpURLConnection.setFollowRedirects(false);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> Yes.used = 1);
        Thread b = new Thread(() -> No.used = 1);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(HttpURLConnection.getFollowRedirects());
    }
}

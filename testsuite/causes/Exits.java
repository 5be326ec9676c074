/**
 * The program ends itself because of what it has read, through a chain of two decisions.
 *
 * chain: failure <- stop/two
 * chain: stop <- go/one
 */
public class Exits {
    static boolean go;
    static boolean stop;

    public static void main(String[] args) {
        new Thread(() -> {
            if (go) { // go
                stop = true; // two
            }
        }).start();
        go = true; // one
        if (stop) { // stop
            System.exit(3);
        }
    }
}

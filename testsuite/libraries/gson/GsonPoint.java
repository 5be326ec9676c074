import com.google.gson.Gson;

/**
 * Two threads write objects with one Gson, whose adapters are made at the first use.
 *
 * @outcome {"x":1} {"x":2}
 */
public class GsonPoint {
    static final class Point {
        int x;

        Point(int x) {
            this.x = x;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Gson gson = new Gson();
        String[] text = new String[2];
        Thread t1 = new Thread(() -> text[0] = gson.toJson(new Point(1)));
        Thread t2 = new Thread(() -> text[1] = gson.toJson(new Point(2)));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(text[0] + " " + text[1]);
    }
}

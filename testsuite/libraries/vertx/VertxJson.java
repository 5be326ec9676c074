import io.vertx.core.json.JsonObject;

/**
 * Two threads make a text of a JSON object each.
 *
 * @outcome {"a":1} {"b":2}
 */
public class VertxJson {
    public static void main(String[] args) throws InterruptedException {
        String[] got = new String[2];
        Thread t1 = new Thread(() -> got[0] = new JsonObject().put("a", 1).encode());
        Thread t2 = new Thread(() -> got[1] = new JsonObject().put("b", 2).encode());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}

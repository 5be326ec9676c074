import java.util.concurrent.ConcurrentHashMap;

/**
 * Every call is atomic, but get and then put is not: an increment can be lost. Possible: 1, 2.
 */
public class CheckThenActLoses {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();

    static void increment() {
        Integer old = map.get("k");
        map.put("k", old == null ? 1 : old + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Par.run(CheckThenActLoses::increment, CheckThenActLoses::increment);
        System.out.println(map.get("k"));
    }
}

import java.util.prefs.Preferences;

/**
 * Two threads make nodes of {@code Preferences}. With {@code same} it is one node: each writes it to a field of its own and
 * reads the other's, where one may find nothing, but not both. With {@code put} each puts a value under one key of it and
 * asks for that: who puts last finds his own, the other one either. With {@code apart} they are two nodes: each finds
 * what it has put.
 */
public class PreferencesNodes {
    static volatile Object one;
    static volatile Object two;
    static String foundByOne;
    static String foundByTwo;

    static Preferences node(String name) {
        return Preferences.userRoot().node("mcr.testsuite/" + name);
    }

    static String putAndGet(Preferences node, String value) {
        node.put("key", value);
        return node.get("key", "nothing");
    }

    static String found(Object there, Object own) {
        return there == null ? "nothing" : there == own ? "own" : "other";
    }

    public static void main(String[] args) throws Exception {
        boolean puts = !args[0].equals("same");
        String other = args[0].equals("apart") ? "b" : "a";
        Thread first = new Thread(() -> {
            Preferences own = node("a");
            one = puts ? null : own;
            foundByOne = puts ? putAndGet(own, "1") : found(two, own);
        });
        Thread second = new Thread(() -> {
            Preferences own = node(other);
            two = puts ? null : own;
            foundByTwo = puts ? putAndGet(own, "2") : found(one, own);
        });
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(foundByOne + " " + foundByTwo);
    }
}

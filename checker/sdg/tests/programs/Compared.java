import java.util.Comparator;

/** A comparator that the JDK makes of a method of the program: a lambda in code that is not followed. */
class Compared {
    static int x, y;
    int key;

    int key() {
        return key;                 // +
    }

    public static void main(String[] args) {
        Compared one = new Compared(); // +
        one.key = x;                // +
        int unused = y;             // -
        Comparator<Compared> byKey = Comparator.comparingInt(Compared::key); // +
        int order = byKey.compare(one, one); // +
        System.out.println(order);  // *
    }
}

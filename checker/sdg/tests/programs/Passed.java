import java.util.ArrayList;
import java.util.List;

/** What is put into a collection comes out of it, and perhaps out of another. */
class Passed {
    static int x, y;

    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>(); // +
        List<Integer> other = new ArrayList<>(); // +
        x = 1;                      // +
        y = 2;                      // -
        list.add(x);                // +
        int unused = y + 1;         // -
        System.out.println(list.get(0)); // *
    }
}

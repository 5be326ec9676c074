import java.util.ArrayList;
import java.util.List;

/** A line with a mark reads one field or element: `+` if somebody can see what it holds, `-` if nobody can. */
class Unseen extends Thread {
    static int calls, shown, chosen, index, divisor, passed, listed, copied, copy, thrown, kept, late;
    static int[] sums = new int[2], used = new int[2];
    static List<Integer> list = new ArrayList<>();
    final int number;
    private int own;

    Unseen(int number) {
        this.number = number;
    }

    /** What is given back is only kept in a variable. */
    static int twice() {
        return 2 * kept; // -
    }

    static int half() {
        return late / 2; // +
    }

    static void check(int value) {
        if (value > 7) {
            throw new IllegalStateException();
        }
    }

    @Override
    public void run() {
        calls++; // - only by the next one of these
        shown++; // + main prints it
        if (chosen > 0) { // + whether the next line reads
            own = 1;
        }
        used[index] = 1; // + which element it is, and whether there is one
        int part = 8 / divisor; // + it throws if this is 0
        sums[0] += 1; // - nobody else reads elements of such arrays
        passed(passed); // -
        list.add(listed); // + the list may show it
        copy = copied; // + through `copy`, which main prints
        check(thrown); // + whether it throws
        int two = twice();
        System.out.println(half());
        own += part; // - nobody else reads it
        int unused = two + unused(number); // -
    }

    static void passed(int value) {
        kept = value;
    }

    static int unused(int value) {
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        Unseen one = new Unseen(1), other = new Unseen(2);
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(shown); // +
        System.out.println(copy); // +
        System.out.println(list);
        late = 3;
    }
}

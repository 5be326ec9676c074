import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Lists, bit sets and objects of the program that threads share are cloned by methods which copy more than fields: what the copy has is its own, and
 * changes to it do not reach the original. The thread adds to the list before or after it is cloned, under the lock that main has for cloning.
 *
 * Outcomes: the original has no more than the thread adds, and the copy has that or not: [1, 2] [5] or [1, 2] [5, 2], and the others unchanged.
 */
public class ClonedDeeply {
    static class Bits extends BitSet {
        @Override
        public Bits clone() {
            return (Bits) super.clone();
        }
    }

    static class Cells implements Cloneable {
        int[] cells = {1};

        @Override
        public Object clone() {
            try {
                Cells copy = (Cells) super.clone();
                copy.cells = cells.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final ArrayList<Integer> LIST = new ArrayList<>(List.of(1));
    static final BitSet BIT_SET = new BitSet();
    static final Bits BITS = new Bits();
    static final Cells CELLS = new Cells();

    public static void main(String[] args) throws InterruptedException {
        BIT_SET.set(1);
        BITS.set(1);
        Thread t = new Thread(() -> {
            synchronized (LIST) {
                LIST.add(2);
            }
        });
        t.start();
        ArrayList<?> list;
        synchronized (LIST) {
            list = (ArrayList<?>) LIST.clone();
        }
        change(list);
        ((BitSet) BIT_SET.clone()).clear(1);
        BITS.clone().clear(1);
        ((Cells) CELLS.clone()).cells[0] = 2;
        t.join();
        System.out.println(LIST + " " + list + " " + BIT_SET + " " + BITS + " " + CELLS.cells[0]);
    }

    @SuppressWarnings("unchecked")
    private static void change(ArrayList<?> list) {
        ((ArrayList<Integer>) list).set(0, 5);
    }
}

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * As {@link Remembers}, with objects that are made by the call that reads, or by a method whose loops read: what they
 * consist of says what was read. Where only the shape of objects does (which of them are the same one, of which class
 * they are), it says whether what was read is at least 2: any sequence of four that changes at most once.
 */
public class RemembersMade {
    static volatile int x;

    static class Cell {
        int value;
        Cell next;
        Cell other;
    }

    static class Square extends Cell {}

    static Cell returned() {
        Cell cell = new Cell();
        cell.value = x;
        return cell;
    }

    static Cell linked(Cell before) {
        Cell cell = new Cell();
        cell.next = before;
        cell.value = x;
        return cell;
    }

    static List<Integer> list() {
        List<Integer> list = new ArrayList<>();
        list.add(x);
        return list;
    }

    static Iterator<Integer> iterator() {
        List<Integer> list = List.of(0, 1, 2, 3, 4);
        Iterator<Integer> iterator = new ArrayList<>(list).iterator();
        for (int i = x; i > 0; i--) {
            iterator.next();
        }
        return iterator;
    }

    static int[] length() {
        return new int[x];
    }

    static Cell shared() {
        Cell cell = new Cell();
        cell.next = new Cell();
        cell.other = x >= 2 ? cell.next : new Cell();
        return cell;
    }

    static Cell cycle() {
        Cell cell = new Cell();
        cell.next = new Cell();
        cell.next.next = x >= 2 ? cell : cell.next;
        return cell;
    }

    static Cell ofClass() {
        return x >= 2 ? new Square() : new Cell();
    }

    static String digits(int two) {
        return "" + two / 10 + two % 10;
    }

    static String sameInLoop() {
        Cell cell = new Cell();
        for (int i = 0; i < 4; i++) {
            cell.value = cell.value * 10 + x;
        }
        return digits(cell.value / 100) + digits(cell.value % 100);
    }

    static String madeInLoop() {
        Cell last = null;
        for (int i = 0;;) {
            Cell cell = new Cell();
            cell.value = x;
            cell.next = last;
            last = cell;
            if (++i == 4) {
                break;
            }
        }
        return "" + last.next.next.next.value + last.next.next.value + last.next.value + last.value;
    }

    static String behindLoops() {
        Cell cell = new Cell();
        for (int i = 0; i < 2; i++) {
            cell.value = cell.value * 10 + x;
        }
        Cell second = new Cell();
        for (int i = 0; i < 2; i++) {
            second.value = second.value * 10 + x;
        }
        while (second.value < 0) {
            second.value = x;
        }
        return digits(cell.value) + digits(second.value);
    }

    static String swapped() {
        Cell first = new Cell();
        Cell second = new Cell();
        String all = "";
        for (int i = 0; i < 4; i++) {
            Cell one = x >= 2 ? first : second;
            // What is read has no other consequence than which of two equal objects is held.
            for (int j = 0; j < 1; j++) {
                one.value = 0;
            }
            all += one == first;
        }
        return all;
    }

    private static String all(String kind) {
        switch (kind) {
            case "returned": {
                Cell a = returned();
                Cell b = returned();
                Cell c = returned();
                Cell d = returned();
                return "" + a.value + b.value + c.value + d.value;
            }
            case "linked": {
                Cell a = linked(linked(linked(linked(null))));
                return "" + a.next.next.next.value + a.next.next.value + a.next.value + a.value;
            }
            case "list": {
                List<Integer> a = list();
                List<Integer> b = list();
                List<Integer> c = list();
                List<Integer> d = list();
                return "" + a.get(0) + b.get(0) + c.get(0) + d.get(0);
            }
            case "iterator": {
                Iterator<Integer> a = iterator();
                Iterator<Integer> b = iterator();
                Iterator<Integer> c = iterator();
                Iterator<Integer> d = iterator();
                return "" + a.next() + b.next() + c.next() + d.next();
            }
            case "length": {
                int[] a = length();
                int[] b = length();
                int[] c = length();
                int[] d = length();
                return "" + a.length + b.length + c.length + d.length;
            }
            case "shared": {
                Cell a = shared();
                Cell b = shared();
                Cell c = shared();
                Cell d = shared();
                return "" + (a.next == a.other) + (b.next == b.other) + (c.next == c.other) + (d.next == d.other);
            }
            case "cycle": {
                Cell a = cycle();
                Cell b = cycle();
                Cell c = cycle();
                Cell d = cycle();
                return "" + (a.next.next == a) + (b.next.next == b) + (c.next.next == c) + (d.next.next == d);
            }
            case "class": {
                Cell a = ofClass();
                Cell b = ofClass();
                Cell c = ofClass();
                Cell d = ofClass();
                return "" + (a instanceof Square) + (b instanceof Square) + (c instanceof Square)
                        + (d instanceof Square);
            }
            case "sameInLoop":
                return sameInLoop();
            case "madeInLoop":
                return madeInLoop();
            case "behindLoops":
                return behindLoops();
            case "swapped":
                return swapped();
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= 4; i++) {
                x = i;
            }
        });
        writer.start();
        System.out.print(all(args[0]));
        writer.join();
    }
}

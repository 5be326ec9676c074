import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Stack;
import java.util.TreeMap;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Collections do what their documentation says while they are reachable for other threads, so that what they do are
 * events.
 *
 * Possible: one outcome. The second thread has ended before the first collection is made, and nothing printed depends
 * on identity, time or chance; so each line is a matter of the documentation, and a plain JVM prints the same.
 */
public class KeptCollections {
    enum Size { SMALL, LARGE }

    public static void main(String[] args) throws InterruptedException {
        Kept.shareWithOther();
        lists();
        maps();
        queues();
        forManyThreads();
        views();
    }

    @SuppressWarnings("unchecked")
    static void lists() {
        var list = Kept.keep(new ArrayList<>(List.of(3, 1, 2)));
        var copy = (ArrayList<Integer>) list.clone();
        copy.add(4);
        Collections.sort(list);
        Kept.print(list, copy, list.subList(1, 3), copy.indexOf(4));
        var linked = Kept.keep(new LinkedList<>(list));
        var linkedCopy = (LinkedList<Integer>) linked.clone();
        linkedCopy.addFirst(9);
        linked.removeLast();
        Kept.print(linked, linkedCopy);
        var vector = Kept.keep(new Vector<>(list));
        var vectorCopy = (Vector<Integer>) vector.clone();
        vectorCopy.remove(0);
        Kept.print(vector, vectorCopy);
        var stack = Kept.keep(new Stack<Integer>());
        stack.push(3);
        Kept.print(stack.pop(), stack.isEmpty());
        Iterator<Integer> iterator = list.iterator();
        iterator.next();
        iterator.remove();
        list.replaceAll(x -> x * 10);
        Kept.print(list, list.removeIf(x -> x > 25), list);
        Kept.keep(copy);
        try {
            for (Integer element : copy) {
                copy.add(element);
            }
        } catch (ConcurrentModificationException e) {
            Kept.print("changed while walked over", copy.size());
        }
        try {
            List.of().add(null);
        } catch (UnsupportedOperationException e) {
            Kept.print("unmodifiable");
        }
    }

    @SuppressWarnings("unchecked")
    static void maps() {
        var hash = Kept.keep(new HashMap<String, Integer>());
        for (int i = 0; i < 20; i++) {
            hash.merge("k" + i % 7, i, Integer::sum);
        }
        var hashCopy = (HashMap<String, Integer>) hash.clone();
        hashCopy.put("z", 1);
        Kept.print(new TreeMap<>(hash), hashCopy.size());
        var tree = Kept.keep(new TreeMap<>(hash));
        var treeCopy = (TreeMap<String, Integer>) tree.clone();
        treeCopy.pollFirstEntry();
        Kept.print(tree.firstKey(), treeCopy.firstKey(), tree.headMap("k3"), tree.descendingMap());
        Kept.print(tree.floorKey("k2x"), tree.subMap("k1", "k3").size(), tree.ceilingEntry("k5"));
        hash.computeIfPresent("k1", (key, value) -> null);
        hash.replaceAll((key, value) -> value + 1);
        Kept.print(new TreeMap<>(hash));
        var enums = Kept.keep(new EnumMap<Size, String>(Size.class));
        enums.put(Size.LARGE, "l");
        var enumsCopy = enums.clone();
        enumsCopy.put(Size.SMALL, "s");
        Kept.print(enums, enumsCopy);
        var identity = Kept.keep(new IdentityHashMap<Object, String>());
        identity.put(tree, "x");
        var identityCopy = (IdentityHashMap<Object, String>) identity.clone();
        identityCopy.put(hash, "y");
        Kept.print(identity.size(), identityCopy.size(), identity.get(tree));
        var byAccess = Kept.keep(new LinkedHashMap<Integer, String>(4, .7f, true));
        byAccess.put(1, "a");
        byAccess.put(2, "b");
        byAccess.get(1);
        Kept.print(byAccess);
        var table = Kept.keep(new Hashtable<>(Map.of("q", 1)));
        var tableCopy = (Hashtable<String, Integer>) table.clone();
        tableCopy.put("r", 2);
        Kept.print(table, new TreeMap<>(tableCopy));
        var weak = Kept.keep(new WeakHashMap<String, Integer>());
        weak.put("literal", 1);
        Kept.print(weak);
        var set = Kept.keep(new HashSet<>(List.of(1, 2, 3)));
        var setCopy = (HashSet<Integer>) set.clone();
        setCopy.add(77);
        Kept.print(set, setCopy);
    }

    static void queues() {
        var deque = Kept.keep(new ArrayDeque<>(List.of(1, 2, 3)));
        var dequeCopy = deque.clone();
        dequeCopy.push(5);
        Kept.print(deque, dequeCopy);
        var priority = Kept.keep(new PriorityQueue<>(List.of(5, 1, 4)));
        Kept.print(priority.poll(), priority);
        var bits = Kept.keep(new BitSet());
        bits.set(3, 7);
        var bitsCopy = (BitSet) bits.clone();
        bitsCopy.flip(0, 70);
        Kept.print(bits, bitsCopy.cardinality(), bits.toLongArray());
    }

    static void forManyThreads() {
        var hash = Kept.keep(new ConcurrentHashMap<String, Integer>());
        for (int i = 0; i < 40; i++) {
            hash.compute("k" + i % 5, (key, value) -> value == null ? 1 : value + 1);
        }
        Kept.print(new TreeMap<>(hash), hash.reduceValues(Long.MAX_VALUE, Integer::sum));
        var list = Kept.keep(new CopyOnWriteArrayList<>(List.of(1, 2, 3)));
        list.addIfAbsent(3);
        Kept.print(list);
        var skip = Kept.keep(new ConcurrentSkipListMap<>(Map.of("a", 1, "b", 2)));
        var skipCopy = skip.clone();
        skipCopy.remove("a");
        Kept.print(skip.size(), skipCopy.size());
        var number = Kept.keep(new AtomicInteger(5));
        Kept.print(number.getAndUpdate(x -> x * 2), number.accumulateAndGet(3, Integer::sum));
        var adder = Kept.keep(new LongAdder());
        adder.add(4);
        var numbers = Kept.keep(new AtomicIntegerArray(new int[] {1, 2}));
        Kept.print(adder, numbers.incrementAndGet(1), numbers);
        var deque = Kept.keep(new ConcurrentLinkedDeque<>(List.of(1, 2)));
        deque.addFirst(0);
        var blocking = Kept.keep(new LinkedBlockingQueue<>(List.of(1, 2)));
        var drained = new ArrayList<Integer>();
        blocking.drainTo(drained);
        Kept.print(deque, blocking, drained);
    }

    static void views() {
        var list = Kept.keep(new ArrayList<>(List.of(2, 3)));
        var locked = Kept.keep(Collections.synchronizedList(list));
        locked.add(8);
        Kept.print(locked, Collections.unmodifiableList(list), Collections.nCopies(2, "x"), Collections.max(list));
        Integer[] boxed = Kept.keep(list.toArray(new Integer[0]));
        Arrays.sort(boxed, Comparator.reverseOrder());
        Kept.print(boxed, Arrays.binarySearch(new int[] {1, 3}, 3));
        Kept.print(List.of(1, 2).hashCode(), Map.of("a", 1).hashCode(), list.equals(Arrays.asList(2, 3, 8)));
    }
}

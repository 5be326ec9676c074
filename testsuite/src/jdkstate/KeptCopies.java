import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Objects and arrays that other threads can reach are copied, compared, and used by reflection, as in a plain JVM.
 *
 * Possible: one outcome. The second thread has ended before the first object is made, and nothing printed depends on
 * identity, time or chance; so each line is a matter of the language and of the documentation.
 */
public class KeptCopies {
    record Entry(int number, List<String> words, Date date) {}

    enum Size {
        SMALL,
        LARGE {
            @Override
            int factor() {
                return 2;
            }
        };

        int factor() {
            return 1;
        }
    }

    static final class Node implements Cloneable {
        int value = 3;
        int[] numbers = {1, 2};
        List<Node> children = new ArrayList<>();

        @Override
        public Node clone() throws CloneNotSupportedException {
            Node copy = (Node) super.clone();
            copy.numbers = numbers.clone();
            copy.children = new ArrayList<>(children);
            return copy;
        }
    }

    public static void main(String[] args) throws Throwable {
        Kept.shareWithOther();
        arrays();
        cloned();
        recordsAndEnums();
        reflection();
    }

    static void arrays() {
        int[][] rows = Kept.keep(new int[][] {{1, 2}, {3}});
        int[][] copy = rows.clone();
        copy[0] = new int[] {7};
        copy[1][0] = 8;
        Kept.print(rows, copy);
        int[] numbers = Kept.keep(new int[] {5, 4, 3, 2, 1});
        System.arraycopy(numbers, 0, numbers, 1, 4);
        Kept.print(numbers, Arrays.hashCode(numbers), Arrays.equals(numbers, numbers.clone()));
        Arrays.sort(numbers);
        Arrays.fill(numbers, 1, 2, 9);
        Kept.print(Arrays.copyOfRange(numbers, 1, 7), Arrays.stream(numbers).sum());
        String[] words = Kept.keep(new String[] {"b", "a", "C"});
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        Kept.print(String.join(",", words));
        var inList = Kept.keep(new ArrayList<int[]>());
        inList.add(new int[] {1});
        inList.get(0)[0]++;
        Kept.print(inList.get(0));
    }

    static void cloned() throws CloneNotSupportedException {
        Node node = Kept.keep(new Node());
        node.children.add(new Node());
        Node copy = node.clone();
        copy.numbers[0] = 5;
        copy.children.clear();
        Kept.print(node.numbers, node.children.size(), copy.numbers, copy.value);
    }

    static void recordsAndEnums() {
        Entry entry = Kept.keep(new Entry(1, List.of("x"), new Date(1000)));
        Entry same = new Entry(1, List.of("x"), new Date(1000));
        Kept.print(entry.equals(same), entry.hashCode() == same.hashCode(), entry.number(), entry.words());
        Kept.print(Size.LARGE.factor(), EnumSet.allOf(Size.class), Size.valueOf("SMALL"));
        Kept.print(switch ("b") {
            case "a" -> 1;
            case "b" -> 2;
            default -> 3;
        });
        Kept.print(Optional.of(3).map(x -> x + 1).orElse(0), ThreadLocal.withInitial(() -> 4).get());
    }

    static void reflection() throws Throwable {
        Field kept = Kept.class.getDeclaredField("KEPT");
        Kept.print(((Map<?, ?>) kept.get(null)).size());
        Method method = Kept.class.getDeclaredMethod("print", Object[].class);
        method.invoke(null, (Object) new Object[] {"reflection"});
        Kept.print(Array.newInstance(int.class, 2), new int[0].getClass().getName());
        Object proxy = Kept.keep(Proxy.newProxyInstance(KeptCopies.class.getClassLoader(),
                new Class<?>[] {Supplier.class}, (self, called, arguments) -> "of " + called.getName()));
        Kept.print(((Supplier<?>) proxy).get());
        Kept.print((int) MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class))
                .invokeExact("four"));
    }
}

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Arrays that threads share are copied by reflection, through method handles, and by method references. Each copy
 * takes element after element.
 *
 * The first thread writes [1, 1] with two copies of one element each; main copies the array in
 * three ways, one after the other, and prints the sums: none is smaller than the one before, and each is 0, 1 or 2.
 * Possible: all ten triples of that kind (a copy may fall between the writes, or its two reads around them).
 */
public class ReflectiveCopies {
    static final int[] shared = new int[2];

    static int sum(Object copy) {
        int[] elements = (int[]) copy;
        return elements[0] + elements[1];
    }

    public static void main(String[] args) throws Throwable {
        Class<?>[] parameters = {Object.class, int.class, Object.class, int.class, int.class};
        Method arraycopy = System.class.getMethod("arraycopy", parameters);
        MethodHandle copyHandle = MethodHandles.lookup().unreflect(arraycopy);
        UnaryOperator<int[]> cloned = int[]::clone;
        Thread writer = Par.start(() -> {
            arraycopy.invoke(null, new int[] {1}, 0, shared, 0, 1);
            Consumer<int[]> second = from -> System.arraycopy(from, 0, shared, 1, 1);
            second.accept(new int[] {1});
        });
        int[] copy = new int[2];
        copyHandle.invoke((Object) shared, 0, (Object) copy, 0, 2);
        int first = sum(copy);
        int last = sum(cloned.apply(shared));
        int[] again = (int[]) Arrays.class.getMethod("copyOf", int[].class, int.class).invoke(null, shared, 2);
        writer.join();
        System.out.println(first + " " + last + " " + sum(again));
    }
}

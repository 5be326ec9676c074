import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A VarHandle of array elements reaches the same element as plain code: one thread increments element 1 plainly, the other one with the handle,
 * and the atomic increment is lost if it comes between the read and the write of the plain one. Possible: 1 1, 1 2.
 */
public class VarHandleOfElement {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] array = new int[2];

    public static void main(String[] args) throws InterruptedException {
        Par.run(() -> {
            ELEMENT.getAndAdd(array, 0, 1);
            array[1]++;
        }, () -> ELEMENT.getAndAdd(array, 1, 1));
        System.out.println(array[0] + " " + array[1]);
    }
}

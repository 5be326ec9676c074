/**
 * Native code adds 1 to all elements of an array that another thread writes: by the elements, by a region, by direct access ({@code how} 0, 1, 2). Main writes
 * 10 to the last of two elements, of which both were 0.
 *
 * <p>What native code reads it writes back later. By region and elements all elements are written back; so main's write may come before the read (11), between read and
 * write (it is lost: 1), or after the write (10). By direct access as well: native code writes what it has changed, and it changes both.
 * Outcomes: 1 1, 1 10, 1 11.
 */
public class NativeArrays {
    static native void addOne(int[] array, int how);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        int[] array = new int[2];
        int how = Integer.parseInt(args[1]);
        Thread adder = new Thread(() -> addOne(array, how));
        adder.start();
        array[1] = 10;
        adder.join();
        System.out.println(array[0] + " " + array[1]);
    }
}

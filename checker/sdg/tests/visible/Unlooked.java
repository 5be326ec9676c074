import java.util.ArrayList;
import java.util.List;

/** Who keeps an array as an object does not look into it. */
class Unlooked {
    static int stored, listed, kept;

    public static void main(String[] args) {
        int[] numbers = new int[1];
        numbers[0] = stored; // -
        long[] longs = new long[1];
        longs[0] = listed; // - the list has the array, and shows no element
        List<Object> list = new ArrayList<>();
        list.add(longs);
        System.out.println(list.size());
        String[] names = new String[1];
        int length = kept; // + a list of what is in an array of references
        names[0] = "n" + length;
        System.out.println(java.util.Arrays.asList(names));
    }
}

import java.util.Arrays;
import java.util.Objects;

/** Methods of the JDK look at arrays of numbers that they are given as objects, or in arrays of objects. */
class Looked {
    static int shown, same, other, code;

    public static void main(String[] args) {
        int[] row = new int[1];
        row[0] = shown; // + deepToString
        System.out.println(Arrays.deepToString(new int[][] {row}));

        long[] one = new long[1];
        one[0] = same; // + Arrays.deepEquals
        System.out.println(Arrays.deepEquals(new Object[] {one}, new Object[1]));

        double[] first = new double[1];
        first[0] = other; // + Objects.deepEquals
        System.out.println(Objects.deepEquals(first, new double[1]));

        float[] hashed = new float[1];
        hashed[0] = code; // + deepHashCode
        System.out.println(Arrays.deepHashCode(new float[][] {hashed}));
    }
}

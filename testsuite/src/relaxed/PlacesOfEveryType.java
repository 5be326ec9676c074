import java.util.function.Supplier;

/**
 * Store buffering in a ring of three: a static field, a field of an object and an element of an array, of the type that is the argument.
 * Each thread writes one of them, reads it, and reads the next.
 *
 * What a thread has written it reads itself, always. SC: all combinations but the one in which everybody misses the other's write.
 * TSO, PSO: that one as well, as each write may stay in its buffer until the reads are over.
 */
public class PlacesOfEveryType {
    interface Places {
        Object staticField();

        Object field();

        Object element();
    }

    static class IntPlaces implements Places {
        static int a;
        int b;
        final int[] c = new int[2];

        public Object staticField() {
            a = -7;
            int own = a;
            int next = b;
            return own + " " + next;
        }

        public Object field() {
            b = -7;
            int own = b;
            int next = c[1];
            return own + " " + next;
        }

        public Object element() {
            c[1] = -7;
            int own = c[1];
            int next = a;
            return own + " " + next;
        }
    }

    static class LongPlaces implements Places {
        static long a;
        long b;
        final long[] c = new long[2];

        public Object staticField() {
            a = 1L << 40;
            long own = a;
            long next = b;
            return own + " " + next;
        }

        public Object field() {
            b = 1L << 40;
            long own = b;
            long next = c[1];
            return own + " " + next;
        }

        public Object element() {
            c[1] = 1L << 40;
            long own = c[1];
            long next = a;
            return own + " " + next;
        }
    }

    static class FloatPlaces implements Places {
        static float a;
        float b;
        final float[] c = new float[2];

        public Object staticField() {
            a = -0.0f;
            float own = a;
            float next = b;
            return own + " " + next;
        }

        public Object field() {
            b = -0.0f;
            float own = b;
            float next = c[1];
            return own + " " + next;
        }

        public Object element() {
            c[1] = -0.0f;
            float own = c[1];
            float next = a;
            return own + " " + next;
        }
    }

    static class DoublePlaces implements Places {
        static double a;
        double b;
        final double[] c = new double[2];

        public Object staticField() {
            a = Double.NaN;
            double own = a;
            double next = b;
            return own + " " + next;
        }

        public Object field() {
            b = Double.NaN;
            double own = b;
            double next = c[1];
            return own + " " + next;
        }

        public Object element() {
            c[1] = Double.NaN;
            double own = c[1];
            double next = a;
            return own + " " + next;
        }
    }

    static class BooleanPlaces implements Places {
        static boolean a;
        boolean b;
        final boolean[] c = new boolean[2];

        public Object staticField() {
            a = true;
            boolean own = a;
            boolean next = b;
            return own + " " + next;
        }

        public Object field() {
            b = true;
            boolean own = b;
            boolean next = c[1];
            return own + " " + next;
        }

        public Object element() {
            c[1] = true;
            boolean own = c[1];
            boolean next = a;
            return own + " " + next;
        }
    }

    static class BytePlaces implements Places {
        static byte a;
        byte b;
        final byte[] c = new byte[2];

        public Object staticField() {
            a = (byte) -5;
            byte own = a;
            byte next = b;
            return own + " " + next;
        }

        public Object field() {
            b = (byte) -5;
            byte own = b;
            byte next = c[1];
            return own + " " + next;
        }

        public Object element() {
            c[1] = (byte) -5;
            byte own = c[1];
            byte next = a;
            return own + " " + next;
        }
    }

    static class CharPlaces implements Places {
        static char a;
        char b;
        final char[] c = new char[2];

        public Object staticField() {
            a = 'z';
            char own = a;
            char next = b;
            return (int) own + " " + (int) next;
        }

        public Object field() {
            b = 'z';
            char own = b;
            char next = c[1];
            return (int) own + " " + (int) next;
        }

        public Object element() {
            c[1] = 'z';
            char own = c[1];
            char next = a;
            return (int) own + " " + (int) next;
        }
    }

    static class ShortPlaces implements Places {
        static short a;
        short b;
        final short[] c = new short[2];

        public Object staticField() {
            a = (short) -300;
            short own = a;
            short next = b;
            return own + " " + next;
        }

        public Object field() {
            b = (short) -300;
            short own = b;
            short next = c[1];
            return own + " " + next;
        }

        public Object element() {
            c[1] = (short) -300;
            short own = c[1];
            short next = a;
            return own + " " + next;
        }
    }

    static class ReferencePlaces implements Places {
        static String a;
        String b;
        final String[] c = new String[2];

        public Object staticField() {
            a = "a";
            String own = a;
            String next = b;
            return own + " " + next;
        }

        public Object field() {
            b = "a";
            String own = b;
            String next = c[1];
            return own + " " + next;
        }

        public Object element() {
            c[1] = "a";
            String own = c[1];
            String next = a;
            return own + " " + next;
        }
    }

    static Places places(String type) {
        switch (type) {
            case "int":
                return new IntPlaces();
            case "long":
                return new LongPlaces();
            case "float":
                return new FloatPlaces();
            case "double":
                return new DoublePlaces();
            case "boolean":
                return new BooleanPlaces();
            case "byte":
                return new BytePlaces();
            case "char":
                return new CharPlaces();
            case "short":
                return new ShortPlaces();
            default:
                return new ReferencePlaces();
        }
    }

    private static Object[] results = new Object[3];

    static Thread start(int index, Supplier<Object> work) {
        Thread thread = new Thread(() -> results[index] = work.get());
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Places places = places(args[0]);
        Thread[] threads = {start(0, places::staticField), start(1, places::field), start(2, places::element)};
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(results[0] + ", " + results[1] + ", " + results[2]);
    }
}

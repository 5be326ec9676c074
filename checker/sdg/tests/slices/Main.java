import java.util.function.*;

class Main {
    static int a, b, c;
    static int[] numbers = new int[3];
    static Object object;
    static RuntimeException problem;
    static Box box = new Box(), other = new Box();
    static class Box {
        int value, unused;
        int get() { return value; }
        void set(int to) { value = to; }
    }
    interface Shape { int area(); }
    static class Round implements Shape { public int area() { return b; } }
    static class Flat implements Shape { public int area() { return c; } }
    enum Colour { RED, GREEN }
    record Pair(int left, int right) {}

    static void sliceCopies() {
        int x = a;                  // +
        int y = b;                  // -
        int z = x;                  // +
        y = y + 1;                  // -
        c = z;                      // *
    }

    static void sliceOverwritten() {
        int x = a;                  // -
        x = b;                      // +
        c = x;                      // *
    }

    static int sliceBranch(int x) {
        int y = 1;                  // +
        int z = 2;                  // -
        if (x > 0)                  // +
            y = 2;                  // +
        if (x > 1)                  // -
            z = 3;                  // -
        return y;                   // *
    }

    static int sliceChoice(boolean which) {
        int y = 1;                  // +
        int z = 2;                  // +
        int x = which ? y : z;      // +
        int w = x + 1;              // -
        return x;                   // *
    }

    static int sliceLoop(int n) {
        int sum = 0;                // +
        int count = 0;              // -
        for (int i = 0; i < n;      // +
                i++) {              // +
            sum += i;               // +
            count += 2;             // -
        }
        return sum;                 // *
    }

    static int sliceAfterLoop(int n) {
        int x = a;                  // +
        while (n > 0)               // - loops end
            n--;                    // -
        return x;                   // *
    }

    static int sliceBreak(int n) {
        int i = 0;                  // +
        int j = 0;                  // -
        while (true) {
            if (i > n)              // +
                break;              // a jump is no reason, the condition is
            i++;                    // +
            j++;                    // -
        }
        return i;                   // *
    }

    static int sliceSwitch(int n) {
        int x = 0;                  // - each case sets it, also if none fits
        int y = 0;                  // -
        switch (n) {                // +
            case 1:
                x = 1;              // +
                y = 1;              // -
                break;              // decided by the switch
            case 2:
                y = 2;              // -
            default:
                x = 3;              // +
        }
        return x;                   // *
    }

    static int sliceSwitchOfEnum(Colour colour) {
        int y = b;                  // -
        return switch (colour) {    // *
            case RED -> 1;          // +
            case GREEN -> 2;        // +
        };
    }

    static void sliceArray(int i) {
        int j = a;                  // +
        int k = b;                  // -
        numbers[j] = 1;             // + elements of one type are one place
        int l = k + 1;              // -
        c = numbers[i];             // *
    }

    static void sliceArrayOfAnotherType(int i) {
        long[] longs = new long[3]; // + its length decides whether the next line throws
        longs[1] =                  // +
                a;                  // - no int array has it
        numbers[1] = b;             // +
        c = numbers[i];             // *
    }

    static void sliceIndexThrows(int i) {
        int x = numbers[i];         // + if it throws, the next line does not come
        b = 7;                      // *
    }

    static void sliceNothingThrows(Object o) {
        Box made = new Box();       // -
        made.value = 1;             // - a new object is not null
        b = 7;                      // *
    }

    static void sliceNull(Box given) {
        given.value = 1;            // +
        b = 7;                      // *
    }

    static void sliceDivision(int n) {
        int x = 10 / n;             // +
        int y = 10 / 2;             // -
        b = 7;                      // *
    }

    static int sliceCaught(Box given) {
        int x = 1;                  // - is overwritten, whether the call throws or not
        int y = 1;                  // -
        try {
            x = given.get();        // +
            y = 2;                  // -
        } catch (NullPointerException e) { // - that something was caught is two lines above; nobody looks at it
            x = 3;                  // +
            y = 3;                  // -
        }
        return x;                   // *
    }

    static int sliceFinally(Box given) {
        int x = 1;                  // - is overwritten in any case
        int y = a;                  // -
        try {
            given.set(4);           // + if it throws, nothing is returned
            y = 5;                  // -
        } finally {
            x = 2;                  // +
            y = 6;                  // -
        }
        return x;                   // *
    }

    static int sliceThrown(int n) {
        try {
            if (n > a)              // +
                throw problem;      // +
            b = 2;                  // -
        } catch (RuntimeException e) {
            return 1;               // *
        }
        return 2;                   // -
    }

    static int sliceRethrown(int n) {
        int x = 0;                  // +
        int y = 0;                  // -
        try {
            throwing(n);            // +
            x = 1;                  // +
        } catch (RuntimeException e) {
            y = 2;                  // -
        }
        return x;                   // *
    }
    static void throwing(int n) {
        int y = b;                  // -
        if (n == 3)                 // +
            throw problem;          // +
        y = y + c;                  // -
    }

    static int sliceFields() {
        box.unused =                // + the box may be null
                1;                  // - another field
        Box mine = new Box();       // +
        mine.value = a;             // +
        mine.unused = b;            // -
        return mine.get();          // *
    }

    static int sliceParameters() {
        int x = a;                  // +
        int y = b;                  // -
        int z = first(x, y);        // +
        return z;                   // *
    }
    static int first(int one,
            int two) {
        int three = two + 1;        // -
        return one;                 // +
    }

    static int sliceContexts() {
        int x = a;                  // +
        int y = b;                  // - the same method, called in another place
        int z = same(y);            // -
        return same(x);             // *
    }
    static int same(int n) {
        return n;                   // +
    }

    static int sliceRecursion(int n) {
        int x = a;                  // +
        int y = b;                  // -
        int z = count(4, y);        // -
        return count(n, x);         // *
    }
    static int count(int n, int x) {
        int y = c;                  // -
        if (n == 0)                 // +
            return x;               // +
        return count(n - 1, x + 1); // +
    }

    static int sliceMutualRecursion(int n) {
        int x = b;                  // -
        return even(n) ? 1 : 2;     // *
    }
    static boolean even(int n) {
        return n == 0 || odd(n - 1); // +
    }
    static boolean odd(int n) {
        int x = a;                  // -
        return n != 0 && even(n - 1); // +
    }

    static int sliceVirtual(boolean which) {
        int x = a;                  // -
        Shape shape = which         // + its class says what runs
                ? new Round()       // +
                : new Flat();       // +
        b = 1;                      // + by Round.area
        a = 2;                      // -
        return shape.area();        // *
    }

    static int sliceOneReceiver() {
        Shape shape = new Round();  // +
        b = 1;                      // +
        c = 2;                      // - no object of Flat is made
        return shape.area();        // *
    }

    static int sliceLambda() {
        int x = a;                  // +
        int y = b;                  // + what is called may be either lambda
        int z = c;                  // -
        IntSupplier s = () -> x;    // +
        IntSupplier t = () -> y;    // +
        return s.getAsInt();        // *
    }

    static int sliceLambdaArgument() {
        int x = a;                  // +
        int y = b;                  // -
        IntUnaryOperator f = n -> n + 1; // +
        int z = y + 1;              // -
        return f.applyAsInt(x);     // *
    }

    static Object sliceConstructorReference() {
        int x = a;                  // -
        Supplier<Box> s = Box::new; // +
        return s.get();             // *
    }

    static int sliceRecord() {
        int x = a;                  // +
        int y = b;                  // -
        Pair pair = new Pair(x, y); // +
        return pair.left();         // *
    }

    static int sliceStatic() {
        a = 1;                      // - read, but not written: the slice is about b
        b = c;                      // +
        return b;                   // *
    }

    static void sliceMonitor() {
        int x = a;                  // -
        synchronized (box) {        // + who has it decides when this comes
            x = x + 1;              // -
            b = 1;                  // *
        }
    }

    static int sliceLongs(long n) {
        long x = a;                 // +
        long y = b;                 // -
        double d = y;               // -
        long z = x << 3;            // +
        return (int) z;             // *
    }

    static boolean sliceInstance(Object given) {
        Object x = object;          // +
        Object y = box;             // -
        return x instanceof Box;    // *
    }

    static Box sliceCast(int n) {
        Object x = object;          // +
        int y = b;                  // -
        return (Box) x;             // *
    }

    static void sliceForward(int n) {
        c = a;                      // *
        b = c;                      // - comes later, in this thread: but see the next
    }

    static int sliceAnotherThread() {
        int x = a;                  // - written nowhere
        Runnable r = () -> b = c;   // - no thread is started with it here
        return a;                   // *
    }

    static int sliceStoreOfNumber(int[] array) {
        int x = a;                  // - any number fits
        array[0] = x;               // + whether there is such an array, and an element
        return 1;                   // *
    }

    static int sliceStoreOfObject(Object[] array) {
        Object x = object;          // + it may not fit: ArrayStoreException
        array[0] = x;               // +
        return 1;                   // *
    }
}

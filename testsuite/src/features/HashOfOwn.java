/**
 * An object that only its thread has is asked for its hash code, or not, by what was read; then it is shared, or the
 * thread has waited. The hash code is stored where it is seen, and is the same whenever it is asked. That of two arrays
 * which code of the JDK has made is not the same.
 */
public class HashOfOwn {
    static volatile int x;
    static volatile int y;
    static volatile boolean done;
    static volatile int hash;
    static volatile Object shared;

    static Object made() {
        Object made = new Object();
        if (x == 1) {
            made.hashCode();
        }
        shared = made;
        return made;
    }

    static int hash(Object object) {
        return System.identityHashCode(object);
    }

    private static String run(String kind) {
        switch (kind) {
            case "shared": {
                Object made = made();
                int between = y;
                hash = made.hashCode();
                return "done " + between;
            }
            case "waits":
                return waits("abc".toCharArray());
            case "waitsArray":
                return waits(new Object[1]);
            case "two": {
                char[] one = "abc".toCharArray();
                char[] other = "abc".toCharArray();
                return "done " + (hash(one) == hash(other));
            }
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    private static String waits(Object own) {
        while (!done) {
            if (x == 1) {
                hash(own);
            }
        }
        hash = hash(own);
        return "done";
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            x = 1;
            x = 2;
            done = true;
        });
        writer.start();
        System.out.println(run(args[0]));
        writer.join();
    }
}

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.function.IntSupplier;

/**
 * Two threads count, one after the other, with an object of a hidden class. Agents are not shown such classes, so
 * what it does is not seen: the report says so, and is not complete.
 */
public class HiddenClassDefined {
    static class Counter implements IntSupplier {
        private static int count;

        @Override public int getAsInt() {
            return ++count;
        }
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream stream = HiddenClassDefined.class.getResourceAsStream("HiddenClassDefined$Counter.class")) {
            bytes = stream.readAllBytes();
        }
        MethodHandles.Lookup hidden = MethodHandles.lookup().defineHiddenClass(bytes, true);
        IntSupplier counter = (IntSupplier) hidden.lookupClass().getDeclaredConstructor().newInstance();
        Thread t = new Thread(counter::getAsInt);
        t.start();
        t.join();
        System.out.println(counter.getAsInt());
    }
}

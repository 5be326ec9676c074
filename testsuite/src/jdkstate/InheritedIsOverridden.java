import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;

/**
 * The method that is called by reflection is one that the program's class has overridden: it reads a field, and then the
 * size that its superclass knows, which is a step of its own. The other thread writes the field, and then a byte.
 * Outcomes: neither seen, the byte alone (the field was read before), the field alone, both.
 */
public class InheritedIsOverridden {
    static class Bytes extends ByteArrayOutputStream {
        int marked;

        @Override
        public int size() {
            return 10 * marked + super.size();
        }
    }

    static int size;

    public static void main(String[] args) throws Throwable {
        Bytes bytes = new Bytes();
        Method method = ByteArrayOutputStream.class.getMethod("size");
        Thread t = new Thread(() -> {
            bytes.marked = 1;
            bytes.write(1);
        });
        t.start();
        size = (int) method.invoke(bytes);
        t.join();
        System.out.println(size);
    }
}

import java.io.InputStream;

/**
 * A loader that does not say which class it defines (the name is null, and the class file says it). Its static fields are those of a class as any other: one
 * thread writes, the other reads.
 */
class DefinedWithoutName {
    public static class Shared implements Runnable {
        static int x;

        public Shared() {}

        public void run() {
            if (Thread.currentThread().getName().equals("writer")) {
                x = 1;
            } else {
                System.out.println(x);
            }
        }
    }

    static class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] arguments) throws Exception {
        byte[] bytes;
        try (InputStream in = DefinedWithoutName.class.getResourceAsStream("DefinedWithoutName$Shared.class")) {
            bytes = in.readAllBytes();
        }
        Runnable shared = (Runnable) new Loader().define(bytes).getDeclaredConstructor().newInstance();
        Thread writer = new Thread(shared, "writer");
        writer.start();
        shared.run();
        writer.join();
    }
}

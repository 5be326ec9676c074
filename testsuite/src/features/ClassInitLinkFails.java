import java.io.IOException;
import java.io.InputStream;

/**
 * A class cannot be linked, because one that its code returns is not there. So none of its superclasses is
 * initialised by whoever needs it, and who needs such a superclass by itself initialises it then.
 *
 * <p>Both threads try the class that cannot be linked and then its superclass. The superclass prints a line when it
 * is initialised, once.
 */
public class ClassInitLinkFails {
    static class Base {}

    static class Missing extends Base {}

    static class Parent {
        static {
            System.out.println("parent");
        }
    }

    static class Sub extends Parent {
        Base make() {
            return new Missing();
        }
    }

    public static class Uses implements Runnable {
        @Override
        public void run() {
            try {
                new Sub();
                System.out.println("linked");
            } catch (NoClassDefFoundError e) {
                new Parent();
            }
        }
    }

    /** Has the classes above, but for one. */
    static class Without extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.endsWith("$Missing")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("ClassInitLinkFails$")) {
                return super.loadClass(name, resolve);
            }
            synchronized (this) {
                Class<?> loaded = findLoadedClass(name);
                try (InputStream file = ClassInitLinkFails.class.getResourceAsStream(name + ".class")) {
                    byte[] bytes = loaded != null ? null : file.readAllBytes();
                    return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> uses = new Without().loadClass("ClassInitLinkFails$Uses");
        Thread other = new Thread((Runnable) uses.getDeclaredConstructor().newInstance());
        Runnable own = (Runnable) uses.getDeclaredConstructor().newInstance();
        other.start();
        own.run();
        other.join();
    }
}

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A thread of the program asks the JDK for what its loader of the class path has: the compiler, a tool, a generator of
 * random numbers (on JDK 17). All are there on a plain JVM; and a class of such a module is loaded by its name.
 */
public class ToolsOfTheJdk {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            boolean tool = java.util.spi.ToolProvider.findFirst("jar").isPresent();
            RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
            System.out.println((compiler != null) + " " + tool + " " + (random.nextInt(5) < 5));
        });
        t.start();
        t.join();
        Class<?> loaded = Class.forName("com.sun.source.tree.Tree");
        System.out.println(loaded.getModule().getName() + " " + (loaded.getClassLoader() == null));
    }
}

import javassist.ClassPool;
import javassist.CtClass;
import javassist.CtField;
import javassist.CtNewMethod;

/**
 * A class made at run time has a counter, which two threads increment without a lock.
 *
 * @outcome 1
 * @outcome 2
 */
public class Assisted {
    public interface Counter {
        void increment();

        int get();
    }

    public static void main(String[] args) throws Exception {
        ClassPool pool = new ClassPool(true);
        CtClass type = pool.makeClass("MadeCounter");
        type.addInterface(pool.get(Counter.class.getName()));
        type.addField(CtField.make("private int count;", type));
        type.addMethod(CtNewMethod.make("public void increment() { count = count + 1; }", type));
        type.addMethod(CtNewMethod.make("public int get() { return count; }", type));
        Counter counter = (Counter) type.toClass(Assisted.class).getDeclaredConstructor().newInstance();
        Thread t1 = new Thread(counter::increment);
        Thread t2 = new Thread(counter::increment);
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(counter.get());
    }
}

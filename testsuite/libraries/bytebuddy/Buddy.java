import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * A class made at run time, with one object that two threads ask.
 *
 * @outcome hello hello
 */
public class Buddy {
    public static void main(String[] args) throws Exception {
        Class<?> type = new ByteBuddy().subclass(Object.class).method(ElementMatchers.named("toString"))
                .intercept(FixedValue.value("hello")).make()
                .load(Buddy.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER).getLoaded();
        Object object = type.getDeclaredConstructor().newInstance();
        String[] got = new String[2];
        Thread t1 = new Thread(() -> got[0] = object.toString());
        Thread t2 = new Thread(() -> got[1] = object.toString());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1]);
    }
}

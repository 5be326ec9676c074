import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * The methods that a proxy hands to its handler know annotations, whose values are the enum's constants of this execution. Three threads that
 * count make sure that there are more than two executions.
 */
public class ProxyStays {
    static int count;

    enum Colour {
        RED, BLUE;

        int uses;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Painted {
        Colour value();
    }

    interface Shape {
        @Painted(Colour.BLUE)
        int sides(@Painted(Colour.RED) int more);
    }

    public static void main(String[] args) throws InterruptedException {
        StringBuilder told = new StringBuilder();
        InvocationHandler handler = (proxy, method, arguments) -> {
            Colour colour = method.getAnnotation(Painted.class).value();
            Colour parameter = ((Painted) method.getParameterAnnotations()[0][0]).value();
            Colour again = method.getParameters()[0].getAnnotation(Painted.class).value();
            told.append(colour == Colour.BLUE).append(parameter == Colour.RED).append(again == Colour.RED);
            told.append(++colour.uses).append(method.isAccessible());
            method.setAccessible(true);
            return 4;
        };
        Shape shape =
                (Shape) Proxy.newProxyInstance(ProxyStays.class.getClassLoader(), new Class<?>[] {Shape.class}, handler);
        told.append(shape.sides(1)).append(shape.getClass().getDeclaredFields().length > 0);
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                synchronized (handler) {
                    count = 2 * count + 1;
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(told + " " + count);
    }
}

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Makes and connects objects inside of Derby, whose packages are sealed: no driver can be in one of them. */
class Inside {
    private Inside() {}

    static Object make(String name, Class<?>[] types, Object... arguments) throws Exception {
        Constructor<?> constructor = Class.forName(name).getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(arguments);
    }

    static void set(Class<?> of, Object object, String name, Object value) throws Exception {
        Field field = of.getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }

    static Object get(Class<?> of, Object object, String name) throws Exception {
        Field field = of.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }

    static Method method(Class<?> of, String name, Class<?>... types) throws Exception {
        Method method = of.getDeclaredMethod(name, types);
        method.setAccessible(true);
        return method;
    }

    /** An object that gives this answer where it fits, and otherwise, where an interface is wanted, another such. */
    static <T> T answering(Class<T> type, Object answer) {
        return type.cast(Proxy.newProxyInstance(Inside.class.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> answer(method.getReturnType(), answer)));
    }

    private static Object answer(Class<?> type, Object answer) {
        if (type.isInstance(answer)) {
            return answer;
        }
        return type.isInterface() ? answering(type, answer) : null;
    }
}

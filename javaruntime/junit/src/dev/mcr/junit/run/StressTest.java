package dev.mcr.junit.run;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * What a class with the annotation {@code @JCStressTest} consists of: its actors, its arbiter or its signal, and the
 * classes of the objects that they get. Annotations are known by their names alone, so this jar does not depend on the
 * harness.
 */
final class StressTest {
    /** Where the annotations are. */
    static final String ANNOTATIONS = "org.openjdk.jcstress.annotations.";

    /** The class with the annotation. */
    final Class<?> type;
    /** Whether it is a test of termination: one actor and a signal after which it has to end. */
    final boolean ofTermination;
    /** The actors, in the order of their names. */
    final List<Method> actors;
    /** What runs when all actors have ended; null: nothing. */
    final Method arbiter;
    /** What tells the actor to end, in a test of termination; else null. */
    final Method signal;
    /** The class of the object that the actors share; null: there is none. */
    final Class<?> state;
    /** The class of the object into which they write what they have seen; null: there is none. */
    final Class<?> result;

    /** Looks at a class. What is wrong with it is said by an {@link IllegalArgumentException}. */
    StressTest(Class<?> type) {
        this.type = type;
        Annotation test = annotation(type, "JCStressTest");
        ofTermination = test != null && "Termination".equals(((Enum<?>) member(test, "value")).name());
        List<Method> all = methods(type);
        actors = with(all, "Actor");
        arbiter = only(all, "Arbiter");
        signal = only(all, "Signal");
        List<Method> whole = new ArrayList<>(actors);
        if (arbiter != null) {
            whole.add(arbiter);
        }
        if (signal != null) {
            whole.add(signal);
        }
        Class<?> shared = isA(type, "State") ? type : null;
        Class<?> written = isA(type, "Result") ? type : null;
        for (Method method : whole) {
            method.setAccessible(true);
            for (Class<?> parameter : method.getParameterTypes()) {
                boolean isState = isA(parameter, "State");
                boolean isResult = isA(parameter, "Result");
                check(isState || isResult, method.getName() + " has a parameter that is neither @State nor @Result");
                check(!isState || shared == null || shared == parameter, "it has two classes of @State");
                check(!isResult || written == null || written == parameter, "it has two classes of @Result");
                shared = isState ? parameter : shared;
                written = isResult ? parameter : written;
            }
        }
        state = shared;
        result = written;
        check(!actors.isEmpty(), "it has no @Actor");
        if (ofTermination) {
            check(actors.size() == 1 && signal != null, "a test of termination has one @Actor and one @Signal");
        } else {
            check(result != null, "no method takes an object of a class with @Result");
        }
    }

    /** The annotation with this name, or null. */
    static Annotation annotation(Class<?> type, String name) {
        for (Annotation annotation : type.getAnnotations()) {
            if (annotation.annotationType().getName().equals(ANNOTATIONS + name)) {
                return annotation;
            }
        }
        return null;
    }

    /** What a member of an annotation is. */
    static Object member(Annotation annotation, String name) {
        try {
            Method member = annotation.annotationType().getMethod(name);
            member.setAccessible(true);
            return member.invoke(annotation);
        } catch (ReflectiveOperationException e) {
            String of = annotation.annotationType().getSimpleName();
            throw new IllegalArgumentException("@" + of + " has no " + name, e);
        }
    }

    /** A new object of a class, by its constructor without parameters. */
    static Object make(Class<?> type) throws Throwable {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw e.getCause();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type.getName() + " has no constructor without parameters", e);
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private static boolean isA(Class<?> type, String annotation) {
        return annotation(type, annotation) != null;
    }

    /** The methods of a class, by name. Those that it inherits do not count, as for the harness. */
    private static List<Method> methods(Class<?> type) {
        List<Method> methods = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isSynthetic()) {
                methods.add(method);
            }
        }
        Collections.sort(methods, Comparator.comparing(Method::getName));
        return methods;
    }

    private static List<Method> with(List<Method> methods, String annotation) {
        List<Method> found = new ArrayList<>();
        for (Method method : methods) {
            for (Annotation one : method.getAnnotations()) {
                if (one.annotationType().getName().equals(ANNOTATIONS + annotation)) {
                    found.add(method);
                }
            }
        }
        return found;
    }

    private static Method only(List<Method> methods, String annotation) {
        List<Method> found = with(methods, annotation);
        check(found.size() < 2, "it has more than one @" + annotation);
        return found.isEmpty() ? null : found.get(0);
    }
}

package dev.mcr;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What objects consist of, as a person would write it: texts, boxes, enums, records, small collections of these.
 *
 * <p>Invariant: nothing of the program is called: objects are taken apart by their fields, and only classes of the JDK
 * are asked, by methods that ask no element for anything.
 */
final class ShownValues {
    private ShownValues() {}

    /** The longest text that is told. */
    private static final int LONGEST = 120;
    /** Elements of a collection or array that are told. */
    private static final int MOST = 8;
    /** How deep collections and records in each other are looked into. */
    private static final int DEEPEST = 2;

    /** The text, or null if an object is known by its name alone. */
    static String of(Object object) {
        return of(object, DEEPEST);
    }

    private static String of(Object object, int depth) {
        if (object instanceof String text) {
            return quoted(text, '"');
        }
        if (object instanceof Character character) {
            return quoted(character.toString(), '\'');
        }
        if (object instanceof Boolean || object instanceof Integer || object instanceof Long
                || object instanceof Short || object instanceof Byte || object instanceof Float
                || object instanceof Double) {
            return object.toString();
        }
        if (object instanceof Enum<?> constant) {
            return innermost(constant.getDeclaringClass()) + "." + constant.name();
        }
        if (object instanceof Class<?> type) {
            return simple(type) + ".class";
        }
        Class<?> type = object.getClass();
        if (Contents.isAll(Contents.of(type)) && type.getName().startsWith("java.")) {
            return cut(object.toString());
        }
        if (depth == 0) {
            return null;
        }
        if (type.isRecord()) {
            return record(object, type, depth);
        }
        if (type.getClassLoader() != null) {
            return null;
        }
        switch (type.getName()) {
            case "java.util.ImmutableCollections$ListN", "java.util.ImmutableCollections$List12",
                    "java.util.ImmutableCollections$SetN", "java.util.ImmutableCollections$Set12",
                    "java.util.Arrays$ArrayList", "java.util.Collections$SingletonList",
                    "java.util.Collections$EmptyList":
                return all(((java.util.Collection<?>) object).toArray(), '[', ']', depth);
            case "java.util.Optional":
                Object value = ((java.util.Optional<?>) object).orElse(null);
                String inside = value == null ? "" : part(value, depth);
                return value == null ? "Optional.empty" : "Optional[" + inside + "]";
            default:
                return object instanceof Map.Entry<?, ?> entry && type.getName().endsWith("KeyValueHolder")
                        ? part(entry.getKey(), depth) + "=" + part(entry.getValue(), depth) : null;
        }
    }

    private static String record(Object object, Class<?> type, int depth) {
        List<String> parts = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            try {
                java.lang.reflect.Field field = type.getDeclaredField(component.getName());
                Internals.makeAccessible(field);
                parts.add(component.getName() + "=" + part(field.get(object), depth));
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }
        return cut(innermost(type) + "[" + String.join(", ", parts) + "]");
    }

    private static String all(Object[] elements, char open, char close, int depth) {
        StringBuilder text = new StringBuilder().append(open);
        for (int i = 0; i < elements.length; i++) {
            text.append(i == 0 ? "" : ", ");
            if (i == MOST) {
                return text.append("\u2026").append(close).toString();
            }
            text.append(part(elements[i], depth));
        }
        return cut(text.append(close).toString());
    }

    private static String part(Object object, int depth) {
        if (object == null) {
            return "null";
        }
        String text = of(object, depth - 1);
        return text == null ? type(object) : text;
    }

    /** The class of an object, without the package; what lambdas are of has no name that says anything. */
    static String type(Object object) {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return simple(type.getComponentType()) + "[" + java.lang.reflect.Array.getLength(object) + "]";
        }
        if (type.isHidden() || type.getName().contains(ClassInfo.GENERATED)) {
            return "lambda";
        }
        return simple(type);
    }

    private static String simple(Class<?> type) {
        String name = type.getName();
        if (type.isArray()) {
            return simple(type.getComponentType()) + "[]";
        }
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static String innermost(Class<?> type) {
        String name = simple(type);
        return name.substring(name.lastIndexOf('$') + 1);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "\u2026";
    }

    private static String quoted(String text, char mark) {
        String shown = cut(text);
        StringBuilder out = new StringBuilder().append(mark);
        for (int i = 0; i < shown.length(); i++) {
            char c = shown.charAt(i);
            switch (c) {
                case '\n': out.append("\\n"); break;
                case '\r': out.append("\\r"); break;
                case '\t': out.append("\\t"); break;
                case '\\': out.append("\\\\"); break;
                default: out.append(c == mark ? "\\" : "").append(c);
            }
        }
        return out.append(mark).toString();
    }
}

package dev.mcr.junit.run;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.Consumer;

/** One object of JSON, in one line. (This jar has no dependencies but JUnit.) */
final class Json {
    private final StringBuilder text = new StringBuilder("{");

    /** Adds a member; nothing for null. */
    void text(String name, String value) {
        if (value != null) {
            name(name);
            quote(value);
        }
    }

    void flag(String name, boolean value) {
        name(name);
        text.append(value);
    }

    /** Adds an annotation as an object with those of its members that do not have their default values. */
    void members(String name, Annotation annotation) {
        name(name);
        text.append('{');
        Method[] methods = annotation.annotationType().getDeclaredMethods();
        for (Method member : methods) {
            Object value;
            try {
                value = member.invoke(annotation);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            if (!Arrays.deepEquals(new Object[] {value}, new Object[] {member.getDefaultValue()})) {
                name(member.getName());
                value(value);
            }
        }
        text.append('}');
    }

    void object(String name, Json object) {
        name(name);
        text.append(object.done());
    }

    /** Adds an array of texts. */
    void texts(String name, Iterable<String> values) {
        array(name, values, this::quote);
    }

    /** Adds an array of objects. */
    void objects(String name, Iterable<Json> objects) {
        array(name, objects, object -> text.append(object.done()));
    }

    private <T> void array(String name, Iterable<T> values, Consumer<T> add) {
        name(name);
        text.append('[');
        String before = "";
        for (T value : values) {
            text.append(before);
            add.accept(value);
            before = ",";
        }
        text.append(']');
    }

    String done() {
        return text.append('}').toString();
    }

    private void value(Object value) {
        if (value.getClass().isArray()) {
            text.append('[');
            for (int i = 0; i < Array.getLength(value); i++) {
                text.append(i == 0 ? "" : ",");
                value(Array.get(value, i));
            }
            text.append(']');
        } else if (value instanceof Boolean || value instanceof Number && !isSpecial((Number) value)) {
            text.append(value);
        } else {
            quote(value.toString());
        }
    }

    /** Whether JSON has no number for it. */
    private static boolean isSpecial(Number number) {
        return Double.isNaN(number.doubleValue()) || Double.isInfinite(number.doubleValue());
    }

    private void name(String name) {
        char last = text.charAt(text.length() - 1);
        text.append(last == '{' ? "" : ",");
        quote(name);
        text.append(':');
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean isPair = Character.isHighSurrogate(c) && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1))
                    || Character.isLowSurrogate(c) && i > 0 && Character.isHighSurrogate(value.charAt(i - 1));
            // Half a character is none.
            c = Character.isSurrogate(c) && !isPair ? 0xfffd : c;
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}

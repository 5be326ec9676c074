package dev.mcr.build;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options of {@code mcr test}, by the names that build files have for them: {@code memoryModel} is
 * {@code --memory-model}.
 */
public final class McrOptions implements Serializable {
    private static final long serialVersionUID = 1L;

    private final TreeMap<String, ArrayList<String>> values = new TreeMap<>();

    /** Sets an option; null, false or an empty list: as if it had not been said. */
    public void put(String name, Object value) {
        ArrayList<String> texts = new ArrayList<>();
        if (value instanceof Iterable<?>) {
            for (Object one : (Iterable<?>) value) {
                texts.add(String.valueOf(one));
            }
        } else if (value instanceof Boolean) {
            if ((Boolean) value) {
                texts.add("true");
            }
        } else if (value != null) {
            texts.add(String.valueOf(value));
        }
        if (texts.isEmpty()) {
            values.remove(name);
        } else {
            values.put(name, texts);
        }
    }

    /** All that were set, for a build tool that looks whether something has changed. */
    public Map<String, List<String>> asMap() {
        return new TreeMap<>(values);
    }

    /** As arguments of the command line. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        values.forEach((name, texts) -> {
            for (String text : texts) {
                arguments.add("--" + kebab(name) + "=" + text);
            }
        });
        return arguments;
    }

    private static String kebab(String camel) {
        StringBuilder text = new StringBuilder();
        for (char c : camel.toCharArray()) {
            if (Character.isUpperCase(c)) {
                text.append('-').append(Character.toLowerCase(c));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}

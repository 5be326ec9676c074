package dev.mcr;

/** What the Java runtime does without a checker. */
public class CallHooks {
    public static int concatenations;

    public static String concat(Object[] values, String recipe) {
        concatenations++;
        String[] texts = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            texts[i] = String.valueOf(values[i]);
        }
        return Concat.join(texts, recipe);
    }

    public static String recordText(Object[] values, String names, Class<?> type) {
        return concat(values, Concat.recordRecipe(type.getSimpleName(), names));
    }
}

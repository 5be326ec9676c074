package dev.mcr;

/** Concatenation of strings, as {@code java.lang.invoke.StringConcatFactory} does it. Nothing in here is rewritten. */
final class Concat {
    private Concat() {}

    /**
     * The recipe for the text of a record of this type. {@code names}: of its components, with semicolons between
     * them.
     */
    static String recordRecipe(String type, String names) {
        String components = names.isEmpty() ? "" : names.replace(";", "=\1, ") + "=\1";
        return type + "[" + components + "]";
    }

    /**
     * Puts texts together.
     *
     * @param texts a null counts as {@code "null"}
     * @param recipe has a character 1 or 2 in the place of each text; all others stand for themselves
     */
    static String join(String[] texts, String recipe) {
        int length = recipe.length() - texts.length;
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] == null) {
                texts[i] = "null";
            }
            length = Math.addExact(length, texts[i].length());
        }
        char[] result = new char[length];
        int at = 0;
        int next = 0;
        for (int i = 0; i < recipe.length(); i++) {
            char c = recipe.charAt(i);
            if (c == '\1' || c == '\2') {
                String text = texts[next++];
                text.getChars(0, text.length(), result, at);
                at += text.length();
            } else {
                result[at++] = c;
            }
        }
        return new String(result);
    }
}

package dev.mcr;

/** What class files say of themselves. */
final class ClassFiles {
    private ClassFiles() {}

    /** Tags of constants (JVMS 4.4). */
    private static final int UTF8 = 1, LONG = 5, DOUBLE = 6;
    /** For each tag how long the constant is, without the tag. */
    private static final byte[] LENGTHS = {0, 2, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};
    private static final int FIRST_CONSTANT = 10;

    /** The name of the class, with dots; empty if this is no class file. */
    static String name(byte[] file, int offset, int length) {
        try {
            int count = u2(file, offset + 8);
            int[] constants = new int[count];
            int at = offset + FIRST_CONSTANT;
            for (int i = 1; i < count; i++) {
                constants[i] = at + 1;
                int tag = file[at];
                at += 1 + (tag == UTF8 ? 2 + u2(file, at + 1) : LENGTHS[tag]);
                if (tag == LONG || tag == DOUBLE) {
                    i++;
                }
            }
            // The flags come before it.
            int name = constants[u2(file, constants[u2(file, at + 2)])];
            char[] text = new char[u2(file, name)];
            for (int i = 0; i < text.length; i++) {
                byte each = file[name + 2 + i];
                text[i] = each == '/' ? '.' : (char) (each & 0xff);
            }
            return new String(text);
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            return "";
        }
    }

    private static int u2(byte[] file, int at) {
        return (file[at] & 0xff) << 8 | file[at + 1] & 0xff;
    }
}

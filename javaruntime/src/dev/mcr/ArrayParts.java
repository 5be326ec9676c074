package dev.mcr;

import java.util.Set;

/**
 * Methods of the JDK that are given an array, where to begin in it, and how many elements to use: the rest of the array
 * is nothing to them.
 */
final class ArrayParts {
    private ArrayParts() {}

    /** Methods of streams, readers and writers, checksums, digests and buffers. */
    private static final Set<String> METHODS = Set.of("read", "readFully", "readNBytes", "write", "unread", "update",
            "digest", "deflate", "inflate", "put", "get", "valueOf", "copyValueOf");

    private static final byte UNKNOWN = 0, WHOLE = 1, PART = 2;
    private static byte[] known = new byte[1 << 10];

    /** Whether the method that is called at this place is one of them. */
    static boolean isUsedBy(int site) {
        if (site >= known.length) {
            known = Copies.of(known, Copies.lengthFor(site));
        }
        if (known[site] == UNKNOWN) {
            Control me = Hooks.suspend();
            try {
                known[site] = isOne(Native.called(site)) ? PART : WHOLE;
            } finally {
                Hooks.resume(me);
            }
        }
        return known[site] == PART;
    }

    private static boolean isOne(String called) {
        int begin = called.indexOf('(');
        String parameters = begin < 0 ? "" : called.substring(begin + 1, called.indexOf(')'));
        if (!parameters.startsWith("[") || parameters.indexOf('[', 1) > 0 || !parameters.startsWith("II", 2)
                || parameters.startsWith("I", 4)) {
            return false;
        }
        String name = called.substring(0, begin);
        return METHODS.contains(name) || name.equals("<init>") && called.endsWith(" java/lang/String");
    }
}

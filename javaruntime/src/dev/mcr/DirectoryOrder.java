package dev.mcr;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is in a directory, in a fixed order: that of the bytes of the names. The system has one of its own, which
 * depends on who has made what before, and differs between machines.
 *
 * <p>All names are read when the first is asked for, as the JDK does with a directory of usual size.
 */
final class DirectoryOrder {
    private DirectoryOrder() {}

    private static final Method READ =
            Internals.method(Internals.type("sun.nio.fs.UnixNativeDispatcher"), "readdir", long.class);
    private static final Method LIST =
            Internals.method(Internals.type("java.io.FileSystem"), "list", java.io.File.class);
    /** By the addresses of open directories, which the system gives anew when one is closed. */
    private static Map<Long, Names> open = new HashMap<>();

    /** The names that are left in what a stream reads. */
    private static final class Names {
        final Object stream;
        final List<byte[]> names = new ArrayList<>();
        int next;

        Names(Object stream) {
            this.stream = stream;
        }
    }

    static void reset() {
        open = new HashMap<>();
    }

    /** The next name in an open directory, or null. */
    static byte[] next(long directory) {
        Control me = Hooks.suspend();
        try {
            if (me == null) {
                return (byte[]) Internals.invoke(READ, null, directory);
            }
            Names found = open.get(directory);
            if (found == null || found.stream != me.readsDirectory) {
                found = new Names(me.readsDirectory);
                for (byte[] name = read(directory); name != null; name = read(directory)) {
                    found.names.add(name);
                }
                found.names.sort(Arrays::compareUnsigned);
                open.put(directory, found);
            }
            return found.next < found.names.size() ? found.names.get(found.next++) : null;
        } finally {
            Hooks.resume(me);
        }
    }

    private static byte[] read(long directory) {
        return (byte[]) Internals.invoke(READ, null, directory);
    }

    /** The names in a directory; null if it is none. */
    static String[] list(Object system, java.io.File directory) {
        Control me = Hooks.suspend();
        try {
            String[] names = (String[]) Internals.invoke(LIST, system, directory);
            if (names != null && me != null) {
                Arrays.sort(names);
            }
            return names;
        } finally {
            Hooks.resume(me);
        }
    }
}

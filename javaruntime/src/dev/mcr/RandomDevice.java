package dev.mcr;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.nio.file.Path;

/**
 * The devices that random bytes are read from. What opens one is given a file of its own in its place: the same bytes
 * in each execution, and other ones for each time that it is opened.
 *
 * <p>The file has no name when it is opened, so nothing of it is left behind.
 */
final class RandomDevice {
    private RandomDevice() {}

    /** How much there is in place of an endless device. */
    private static final int LENGTH = 1 << 20;
    private static final long SEED = Hash.text(149, "random device");

    private static final String DIRECTORY = System.getProperty("java.io.tmpdir");
    private static final long DESCRIPTOR = FileHooks.offset(RandomAccessFile.class, "fd");
    private static final long NUMBER = FileHooks.offset(java.io.FileDescriptor.class, "fd");
    private static int made;
    /** The last one, until it has been opened. */
    private static RandomAccessFile held;

    /** The path to open in the place of this one: another one if it is such a device and the program opens it. */
    static String instead(Control me, String path) {
        boolean isDevice = path.equals("/dev/urandom") || path.equals("/dev/random");
        // Generators of the JDK that outlive executions keep theirs; what they give is nothing to the program (Randoms).
        if (!isDevice || me == null || isForGenerators()) {
            return path;
        }
        me.changes();
        long key = me.initialisers.key;
        return fresh(me.isSilent() ? Hash.mix(Hash.mix(SEED, key), Initialisation.count(key))
                : Hash.mix(Hash.mix(SEED, me.id), ++me.counts.devicesOpened));
    }

    private static boolean isForGenerators() {
        for (StackTraceElement frame : new Exception().getStackTrace()) {
            if (frame.getClassName().startsWith("sun.security.provider.")) {
                return true;
            }
        }
        return false;
    }

    private static String fresh(long seed) {
        Control unseen = Hooks.suspend();
        try {
            if (held != null) {
                held.close();
            }
            File file = new File(DIRECTORY, "mcr-random-" + ProcessHandle.current().pid() + "-" + ++made);
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(bytes(seed));
            }
            held = new RandomAccessFile(file, "r");
            file.delete();
            Object descriptor = ClassInfo.UNSAFE.getReference(held, DESCRIPTOR);
            return "/proc/self/fd/" + ClassInfo.UNSAFE.getInt(descriptor, NUMBER);
        } catch (IOException e) {
            throw new IllegalStateException("cannot make what is read in place of a random device", e);
        } finally {
            Hooks.resume(unseen);
        }
    }

    private static byte[] bytes(long seed) {
        byte[] bytes = new byte[LENGTH];
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            long next = Hash.mix(seed, i);
            for (int j = 0; j < Long.BYTES; j++) {
                bytes[i + j] = (byte) (next >>> j * Byte.SIZE);
            }
        }
        return bytes;
    }

    private static final Class<?> PATH = Internals.find("sun.nio.fs.UnixPath");
    private static final Method TO_BUFFER =
            Internals.method(Internals.type("sun.nio.fs.UnixNativeDispatcher"), "copyToNativeBuffer", PATH);

    /** What to open in the place of the device that is about to be opened. */
    private static Object instead;

    /** This path is opened next. */
    static void opens(Control me, Object path) {
        String other = instead(me, path.toString());
        if (!other.equals(path.toString())) {
            Control unseen = Hooks.suspend();
            try {
                instead = Path.of(other);
            } finally {
                Hooks.resume(unseen);
            }
        }
    }

    static boolean isOpening() {
        return instead != null;
    }

    /** What native code is told of the path to open in place of that of the device, in memory. */
    static Object buffer() {
        Object path = instead;
        instead = null;
        return Internals.invoke(TO_BUFFER, null, path);
    }
}

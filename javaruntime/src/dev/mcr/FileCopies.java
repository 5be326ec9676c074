package dev.mcr;

import dev.mcr.FileNames.Use;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * What {@code Files.copy} does once both files are open. In the JDK native code hands the bytes over and sets what else
 * belongs to a file. Here each part is read, and then written, and others may use the files in between; they find the
 * new file empty before.
 */
final class FileCopies {
    private FileCopies() {}

    /** How much is handed over at once: as much as the JDK's buffer holds. */
    private static final int PART = 8192;

    private static final long DESCRIPTOR_NUMBER =
            ClassInfo.UNSAFE.objectFieldOffset(FileDescriptor.class, "fd");

    /** A native method of the JDK, which does the same in one step. */
    record Original(String type, String name, Object receiver, Class<?>[] parameters) {
        Object call(Object... arguments) {
            return Internals.invoke(Internals.method(Internals.type(type), name, parameters), receiver, arguments);
        }
    }

    /**
     * Copies what is left in one open file to another; false if that is left to the JDK, because the thread is not
     * under control, or is one of the JDK for a copy that can be cancelled.
     */
    static boolean copy(int to, int from, long cancel) {
        Control me = Hooks.self();
        if (me == null || cancel != 0) {
            return false;
        }
        String source = path(from);
        String target = path(to);
        byte[] part = new byte[PART];
        int length = 0;
        try {
            while (length >= 0) {
                FileStates.use(Use.LOOK_OPEN, source);
                length = read(from, part);
                if (length > 0) {
                    FileStates.use(Use.CHANGE_OPEN, target);
                    write(to, part, length);
                }
            }
        } catch (IOException e) {
            ClassInfo.UNSAFE.throwException(e);
        }
        return true;
    }

    /** What belongs to an open file is about to change. */
    static void changes(int descriptor) {
        if (Hooks.self() != null) {
            FileStates.use(Use.SET, path(descriptor));
        }
    }

    private static int read(int from, byte[] part) throws IOException {
        Control me = Hooks.suspend();
        try {
            return new FileInputStream(descriptor(from)).read(part);
        } finally {
            Hooks.resume(me);
        }
    }

    private static void write(int to, byte[] part, int length) throws IOException {
        Control me = Hooks.suspend();
        try {
            new FileOutputStream(descriptor(to)).write(part, 0, length);
        } finally {
            Hooks.resume(me);
        }
    }

    private static FileDescriptor descriptor(int number) {
        FileDescriptor descriptor = new FileDescriptor();
        ClassInfo.UNSAFE.putInt(descriptor, DESCRIPTOR_NUMBER, number);
        return descriptor;
    }

    private static String path(int descriptor) {
        Control me = Hooks.suspend();
        try {
            return FileStates.nameOf(Integer.toString(descriptor));
        } catch (IOException e) {
            Native.notCovered("a file is copied whose name is not known", 0);
            return null;
        } finally {
            Hooks.resume(me);
        }
    }
}

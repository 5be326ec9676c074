package dev.mcr;

import dev.mcr.FileNames.Use;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

/** What methods of the JDK that work on files call at their start: see {@link FileStates}. */
public final class FileHooks {
    private FileHooks() {}

    private static final int WRITE_ONLY = 1, READ_WRITE = 2, CREATE = 0x40, EXCLUSIVE = 0x80, TRUNCATE = 0x200;
    private static final int NO_FOLLOW = 0x20000, AT_ITSELF = 0x100;

    private static final long INPUT = path(FileInputStream.class);
    private static final long OUTPUT = path(FileOutputStream.class);
    private static final long RANDOM = path(RandomAccessFile.class);
    private static final long INPUT_DESCRIPTOR = offset(FileInputStream.class, "fd");
    private static final long OUTPUT_DESCRIPTOR = offset(FileOutputStream.class, "fd");
    private static final long RANDOM_DESCRIPTOR = offset(RandomAccessFile.class, "fd");
    private static final long DESCRIPTOR_NUMBER = offset(FileDescriptor.class, "fd");

    static long path(Class<?> type) {
        return offset(type, "path");
    }

    static long offset(Class<?> type, String field) {
        return ClassInfo.UNSAFE.objectFieldOffset(type, field);
    }

    private static void use(Use use, String path) {
        FileStates.use(use, path, null);
    }

    /** What is open is used: its path, and its descriptor, are at these places of the object. */
    static void useOpen(Use use, Object object, long path, long descriptor) {
        if (Hooks.self() != null) {
            Object opened = ClassInfo.UNSAFE.getReference(object, descriptor);
            int number = opened == null ? -1 : ClassInfo.UNSAFE.getInt(opened, DESCRIPTOR_NUMBER);
            FileStates.use(use, (String) ClassInfo.UNSAFE.getReference(object, path),
                    number < 0 ? null : Integer.toString(number));
        }
    }

    // java.io.FileInputStream, FileOutputStream, RandomAccessFile.

    public static void openInput(Object stream, String name) {
        use(Use.LOOK, name);
    }

    private static final Method OPEN_INPUT = Internals.method(FileInputStream.class, "open0", String.class);
    private static final Method OPEN_RANDOM =
            Internals.method(RandomAccessFile.class, "open0", String.class, int.class);

    /** {@code FileInputStream.open0}. */
    public static void openFile(Object stream, String name, int site) {
        Internals.invoke(OPEN_INPUT, stream, RandomDevice.instead(Hooks.self(), name));
    }

    /** {@code RandomAccessFile.open0}. */
    public static void openFile(Object file, String name, int mode, int site) {
        Internals.invoke(OPEN_RANDOM, file, RandomDevice.instead(Hooks.self(), name), mode);
    }

    public static void input(Object stream) {
        useOpen(Use.LOOK_OPEN, stream, INPUT, INPUT_DESCRIPTOR);
    }

    public static void openOutput(Object stream, String name, boolean append) {
        use(Use.MAKE, name);
    }

    // Whether the hook has written already.

    public static boolean output(Object stream, int value) {
        return output(stream, new byte[] {(byte) value}, 0, 1);
    }

    public static boolean output(Object stream, byte[] bytes) {
        return bytes != null && output(stream, bytes, 0, bytes.length);
    }

    public static boolean output(Object stream, byte[] bytes, int offset, int length) {
        Control me = Hooks.self();
        if (me == null) {
            return false;
        }
        StandardFile standard = StandardFile.of(ClassInfo.UNSAFE.getReference(stream, OUTPUT_DESCRIPTOR));
        if (standard == null) {
            useOpen(Use.CHANGE_OPEN, stream, OUTPUT, OUTPUT_DESCRIPTOR);
            return false;
        }
        // The JDK says what is wrong with these.
        if (bytes == null || offset < 0 || length < 0 || length > bytes.length - offset) {
            return false;
        }
        standard.write(me, bytes, offset, length);
        return true;
    }

    public static boolean closeOutput(Object stream) {
        Control me = Hooks.self();
        StandardFile standard = StandardFile.of(ClassInfo.UNSAFE.getReference(stream, OUTPUT_DESCRIPTOR));
        if (me == null || standard == null) {
            return false;
        }
        standard.closeNow(me);
        return true;
    }

    public static void openRandom(Object file, String name, int mode) {
        // The JDK's own bits: 1 is for reading only.
        if ((mode & 1) != 0) {
            use(Use.LOOK, name);
        } else {
            use(Use.MAKE, name);
        }
    }

    public static void randomRead(Object file) {
        useOpen(Use.LOOK_OPEN, file, RANDOM, RANDOM_DESCRIPTOR);
    }

    public static void randomWrite(Object file) {
        useOpen(Use.CHANGE_OPEN, file, RANDOM, RANDOM_DESCRIPTOR);
    }

    // java.io.File.

    public static void fileAsked(Object file) {
        if (Hooks.self() != null) {
            use(Use.LOOK, ((File) file).getPath());
        }
    }

    public static void fileTimeAsked(Object file) {
        FileTimes.asked(Hooks.self());
        fileAsked(file);
    }

    // sun.nio.fs.UnixFileAttributes.

    public static void timeAsked(Object attributes) {
        FileTimes.asked(Hooks.self());
    }

    public static void fileChanged(Object file) {
        if (Hooks.self() != null) {
            use(Use.SET, ((File) file).getPath());
        }
    }

    public static void fileMadeOrDeleted(Object file) {
        if (Hooks.self() != null) {
            use(Use.MAKE_OR_DELETE, ((File) file).getPath());
        }
    }

    public static void fileRenamed(Object file, File to) {
        if (Hooks.self() != null && to != null) {
            FileStates.use(Use.RENAME, ((File) file).getPath(), to.getPath());
        }
    }

    /** {@code FileSystem.createFileExclusively}, which {@code File.createTempFile} calls. */
    public static boolean createFileExclusively(Object system, String path, int site) {
        use(Use.MAKE_OR_DELETE, path);
        Class<?> type = Internals.type("java.io.FileSystem");
        Method create = Internals.method(type, "createFileExclusively", String.class);
        return (Boolean) Internals.invoke(create, system, path);
    }

    /**
     * {@code SecureRandom.nextLong}, where a temporary file gets its name: the same in all executions, another one in
     * each run.
     */
    public static long temporaryNumber(Object random, int site) {
        long number = ((java.util.Random) random).nextLong();
        return Hooks.self() == null ? number : number ^ Insights.run();
    }

    // jdk.internal.loader.NativeLibraries.

    /** The file of a library that is about to be loaded. */
    public static String libraryPath(Object file, int site) throws java.io.IOException {
        Control me = Hooks.suspend();
        try {
            return NativeLibraries.fresh(((File) file).getCanonicalPath());
        } finally {
            Hooks.resume(me);
        }
    }

    // sun.nio.fs.UnixNativeDispatcher.

    public static void pathOpened(Object path, int flags, int mode) {
        if (Hooks.self() == null) {
            return;
        }
        boolean itself = (flags & NO_FOLLOW) != 0;
        if ((flags & CREATE) != 0) {
            use(itself || (flags & EXCLUSIVE) != 0 ? Use.MAKE_OR_DELETE : Use.MAKE, path.toString());
        } else if ((flags & (WRITE_ONLY | READ_WRITE | TRUNCATE)) != 0) {
            use(itself ? Use.CHANGE_ITSELF : Use.CHANGE, path.toString());
        } else {
            use(itself ? Use.LOOK_AT_ITSELF : Use.LOOK, path.toString());
        }
        // No other thread runs from here on until it is open.
        RandomDevice.opens(Hooks.self(), path);
    }

    /** Whether native code is to be told of another path. */
    public static boolean isOtherPath() {
        return RandomDevice.isOpening();
    }

    /** What it is told, in memory. */
    public static Object otherPath(Object path) {
        return RandomDevice.buffer();
    }

    public static void pathAsked(Object path) {
        usePath(Use.LOOK, path);
    }

    private static void usePath(Use use, Object path) {
        if (Hooks.self() != null) {
            use(use, path.toString());
        }
    }

    public static void linkAsked(Object path) {
        usePath(Use.LOOK_AT_ITSELF, path);
    }

    public static void linkAsked(Object path, Object attributes) {
        linkAsked(path);
    }

    public static void pathChanged(Object path) {
        usePath(Use.SET, path);
    }

    public static void linkChanged(Object path, int user, int group) {
        usePath(Use.SET_ITSELF, path);
    }

    public static void linkChanged(Object path, long accessed, long modified) {
        usePath(Use.SET_ITSELF, path);
    }

    public static void pathMadeOrDeleted(Object path) {
        usePath(Use.MAKE_OR_DELETE, path);
    }

    public static void linkMade(byte[] target, Object path) {
        usePath(Use.MAKE_LINK, path);
    }

    public static void pathLinked(Object existing, Object path) {
        if (Hooks.self() != null) {
            FileStates.use(Use.LINK, existing.toString(), path.toString());
        }
    }

    public static void pathRenamed(Object from, Object to) {
        if (Hooks.self() != null) {
            FileStates.use(Use.RENAME, from.toString(), to.toString());
        }
    }

    public static void pathOpenedForAttributes(Object path) {
        pathChanged(path);
    }

    public static void directoryRead(Object iterator) {
        Control me = Hooks.self();
        if (me != null) {
            if (iteratorStream == 0) {
                iteratorStream = offset(iterator.getClass(), "this$0");
            }
            Object stream = ClassInfo.UNSAFE.getReference(iterator, iteratorStream);
            if (streamDirectory == 0) {
                streamDirectory = offset(stream.getClass(), "dir");
            }
            me.readsDirectory = stream;
            use(Use.LOOK, ClassInfo.UNSAFE.getReference(stream, streamDirectory).toString());
        }
    }

    /** {@code UnixNativeDispatcher.readdir}. */
    public static byte[] readdir(long directory, int site) {
        return DirectoryOrder.next(directory);
    }

    /** {@code FileSystem.list}, which {@code File.list} calls. */
    public static String[] list(Object system, File directory, int site) {
        return DirectoryOrder.list(system, directory);
    }

    private static long iteratorStream;
    private static long streamDirectory;

    // Relative to an open directory.

    public static void openedAt(int directory, byte[] name, int flags, int mode) {
        String path = at(directory, name);
        if (path != null) {
            pathOpened(path, flags, mode);
        }
    }

    public static void madeOrDeletedAt(int directory, byte[] name, int flags) {
        use(Use.MAKE_OR_DELETE, at(directory, name));
    }

    public static void renamedAt(int directory, byte[] from, int toDirectory, byte[] to) {
        String path = at(directory, from);
        if (path != null) {
            FileStates.use(Use.RENAME, path, at(toDirectory, to));
        }
    }

    public static void askedAt(int directory, byte[] name, int flag, Object attributes) {
        use((flag & AT_ITSELF) != 0 ? Use.LOOK_AT_ITSELF : Use.LOOK, at(directory, name));
    }

    /** The path of a file in a directory that is open; null if the calling thread is not under control. */
    private static String at(int directory, byte[] name) {
        Control me = Hooks.suspend();
        if (me == null) {
            return null;
        }
        try {
            String file = new String(name);
            // A negative number stands for the working directory.
            return directory < 0 || file.startsWith("/") ? file
                    : Files.readSymbolicLink(Path.of("/proc/self/fd/" + directory)) + File.separator + file;
        } catch (java.io.IOException e) {
            Native.notCovered("a file in an open directory whose path is not known is used", 0);
            return null;
        } finally {
            Hooks.resume(me);
        }
    }

    // sun.nio.fs.UnixCopyFile, or UnixFileSystem: the native methods of `Files.copy`.

    private static final Class<?>[] DIRECTLY = {int.class, int.class, long.class};
    private static final Class<?>[] THROUGH_BUFFER = {int.class, int.class, long.class, int.class, long.class};

    public static void transfer(int to, int from, long cancel, int site) {
        if (!FileCopies.copy(to, from, cancel)) {
            new FileCopies.Original(COPIER, "transfer", null, DIRECTLY).call(to, from, cancel);
        }
    }

    /** 0: it has been copied. */
    public static int directCopy(Object system, int to, int from, long cancel, int site) {
        return FileCopies.copy(to, from, cancel) ? 0
                : (Integer) new FileCopies.Original(SYSTEM, "directCopy", system, DIRECTLY).call(to, from, cancel);
    }

    public static void bufferedCopy(Object system, int to, int from, long buffer, int size, long cancel, int site) {
        if (!FileCopies.copy(to, from, cancel)) {
            new FileCopies.Original(SYSTEM, "bufferedCopy", system, THROUGH_BUFFER)
                    .call(to, from, buffer, size, cancel);
        }
    }

    // The same in the releases in which they are static.

    public static int directCopy(int to, int from, long cancel, int site) {
        return FileCopies.copy(to, from, cancel) ? 0
                : (Integer) new FileCopies.Original(COPIER, "directCopy", null, DIRECTLY).call(to, from, cancel);
    }

    public static void bufferedCopy(int to, int from, long buffer, int size, long cancel, int site) {
        if (!FileCopies.copy(to, from, cancel)) {
            new FileCopies.Original(COPIER, "bufferedCopy", null, THROUGH_BUFFER)
                    .call(to, from, buffer, size, cancel);
        }
    }

    public static void fchmod(int file, int mode, int site) {
        FileCopies.changes(file);
        new FileCopies.Original(CALLS, "fchmod", null, new Class<?>[] {int.class, int.class}).call(file, mode);
    }

    public static void fchown(int file, int user, int group, int site) {
        FileCopies.changes(file);
        new FileCopies.Original(CALLS, "fchown", null, new Class<?>[] {int.class, int.class, int.class})
                .call(file, user, group);
    }

    public static void futimes(int file, long accessed, long modified, int site) {
        setTimes("futimes", file, accessed, modified);
    }

    public static void futimens(int file, long accessed, long modified, int site) {
        setTimes("futimens", file, accessed, modified);
    }

    private static void setTimes(String name, int file, long accessed, long modified) {
        FileCopies.changes(file);
        new FileCopies.Original(CALLS, name, null, new Class<?>[] {int.class, long.class, long.class})
                .call(file, accessed, modified);
    }

    private static final String COPIER = "sun.nio.fs.UnixCopyFile";
    private static final String SYSTEM = "sun.nio.fs.UnixFileSystem";
    private static final String CALLS = "sun.nio.fs.UnixNativeDispatcher";

    // sun.nio.ch.SimpleAsynchronousFileChannelImpl.

    public static void asynchronous(Object channel) {
        if (Hooks.self() != null) {
            Native.unsupported("an AsynchronousFileChannel reads or writes a file in threads of the JDK that "
                    + "executions share");
        }
    }

    // The other arguments say nothing that matters.

    public static void pathChangedAt(int directory, Object path, int mode, int flags) {
        usePath((flags & AT_ITSELF) != 0 ? Use.SET_ITSELF : Use.SET, path);
    }

    public static void pathChangedAt(int directory, Object path, long accessed, long modified, int flags) {
        usePath((flags & AT_ITSELF) != 0 ? Use.SET_ITSELF : Use.SET, path);
    }

    public static void pathAsked(Object path, Object attributes) {
        pathAsked(path);
    }

    public static void pathAsked(Object path, int mode) {
        pathAsked(path);
    }

    public static void pathMadeOrDeleted(Object path, int mode) {
        pathMadeOrDeleted(path);
    }

    public static void pathMadeOrDeleted(Object path, int mode, long device) {
        pathMadeOrDeleted(path);
    }

    public static void pathChanged(Object path, int mode) {
        pathChanged(path);
    }

    public static void pathChanged(Object path, int user, int group) {
        pathChanged(path);
    }

    public static void pathChanged(Object path, long accessed, long modified) {
        pathChanged(path);
    }
}

package dev.mcr;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/** What methods of the JDK that work on files call at their start: see {@link FileStates}. */
public final class FileHooks {
    private FileHooks() {}

    private static final int WRITE_ONLY = 1, READ_WRITE = 2, CREATE = 0x40, TRUNCATE = 0x200, TEMPORARY = 8;

    private static final long INPUT = path(FileInputStream.class);
    private static final long OUTPUT = path(FileOutputStream.class);
    private static final long RANDOM = path(RandomAccessFile.class);
    private static final long OUTPUT_DESCRIPTOR =
            ClassInfo.UNSAFE.objectFieldOffset(FileOutputStream.class, "fd");
    private static long channel;
    private static long channelDescriptor;

    private static long path(Class<?> type) {
        return ClassInfo.UNSAFE.objectFieldOffset(type, "path");
    }

    private static String path(Object stream, long offset) {
        return Hooks.self() == null ? null : (String) ClassInfo.UNSAFE.getReference(stream, offset);
    }

    private static String pathOfChannel(Object object) {
        if (Hooks.self() == null) {
            return null;
        }
        if (channel == 0) {
            channel = path(object.getClass());
        }
        return (String) ClassInfo.UNSAFE.getReference(object, channel);
    }

    // java.io.FileInputStream, FileOutputStream, RandomAccessFile.

    public static void openInput(Object stream, String name) {
        FileStates.looks(name);
    }

    public static void input(Object stream) {
        FileStates.looks(path(stream, INPUT));
    }

    public static void openOutput(Object stream, String name, boolean append) {
        FileStates.makesOrDeletes(name);
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
            FileStates.changes(path(stream, OUTPUT));
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
            FileStates.looks(name);
        } else {
            FileStates.makesOrDeletes(name);
        }
    }

    public static void randomRead(Object file) {
        FileStates.looks(path(file, RANDOM));
    }

    public static void randomWrite(Object file) {
        FileStates.changes(path(file, RANDOM));
    }

    // sun.nio.ch.FileChannelImpl.

    public static void channelRead(Object channel) {
        FileStates.looks(pathOfChannel(channel));
    }

    public static void channelWrite(Object channel) {
        FileStates.changes(pathOfChannel(channel));
        if (Hooks.self() != null) {
            if (channelDescriptor == 0) {
                channelDescriptor = offset(channel.getClass(), "fd");
            }
            if (StandardFile.of(ClassInfo.UNSAFE.getReference(channel, channelDescriptor)) == StandardFile.OUT) {
                Native.notCovered("standard output is written to through a channel", 0);
            }
        }
    }

    public static void channelMapped(Object channel) {
        if (Hooks.self() != null) {
            FileStates.changes(pathOfChannel(channel));
            Native.notCovered("a file is mapped into memory", 0);
        }
    }

    // java.io.File.

    public static void fileAsked(Object file) {
        if (Hooks.self() != null) {
            FileStates.looks(((File) file).getPath());
        }
    }

    public static void fileChanged(Object file) {
        if (Hooks.self() != null) {
            FileStates.changes(((File) file).getPath());
        }
    }

    public static void fileMadeOrDeleted(Object file) {
        if (Hooks.self() != null) {
            FileStates.makesOrDeletes(((File) file).getPath());
        }
    }

    public static void fileRenamed(Object file, File to) {
        if (Hooks.self() != null && to != null) {
            FileStates.renames(((File) file).getPath(), to.getPath());
        }
    }

    /** {@code FileSystem.createFileExclusively}, which {@code File.createTempFile} calls. */
    public static boolean createFileExclusively(Object system, String path, int site) throws java.io.IOException {
        FileStates.makesOrDeletes(path);
        try {
            java.lang.reflect.Method create = Class.forName("java.io.FileSystem")
                    .getDeclaredMethod("createFileExclusively", String.class);
            JvmState.makeAccessible(create);
            return (Boolean) create.invoke(system, path);
        } catch (java.lang.reflect.InvocationTargetException e) {
            ClassInfo.UNSAFE.throwException(e.getCause());
            throw new AssertionError(e);
        } catch (ReflectiveOperationException e) {
            throw new NoSuchMethodError(e.getMessage());
        }
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
        if ((flags & CREATE) != 0) {
            FileStates.makesOrDeletes(path.toString());
        } else if ((flags & (WRITE_ONLY | READ_WRITE | TRUNCATE)) != 0) {
            FileStates.changes(path.toString());
        } else {
            FileStates.looks(path.toString());
        }
    }

    public static void pathAsked(Object path) {
        if (Hooks.self() != null) {
            FileStates.looks(path.toString());
        }
    }

    public static void pathChanged(Object path) {
        if (Hooks.self() != null) {
            FileStates.changes(path.toString());
        }
    }

    public static void pathMadeOrDeleted(Object path) {
        if (Hooks.self() != null) {
            FileStates.makesOrDeletes(path.toString());
        }
    }

    public static void pathLinked(byte[] target, Object path) {
        pathMadeOrDeleted(path);
    }

    public static void pathRenamed(Object from, Object to) {
        if (Hooks.self() != null) {
            FileStates.renames(from.toString(), to.toString());
        }
    }

    public static void pathOpenedForAttributes(Object path) {
        pathChanged(path);
    }

    public static void directoryRead(Object iterator) {
        if (Hooks.self() != null) {
            if (iteratorStream == 0) {
                iteratorStream = offset(iterator.getClass(), "this$0");
            }
            Object stream = ClassInfo.UNSAFE.getReference(iterator, iteratorStream);
            if (streamDirectory == 0) {
                streamDirectory = offset(stream.getClass(), "dir");
            }
            FileStates.looks(ClassInfo.UNSAFE.getReference(stream, streamDirectory).toString());
        }
    }

    private static long iteratorStream;
    private static long streamDirectory;

    private static long offset(Class<?> type, String field) {
        return ClassInfo.UNSAFE.objectFieldOffset(type, field);
    }

    // Relative to an open directory.

    public static void openedAt(int directory, byte[] name, int flags, int mode) {
        String path = at(directory, name);
        if (path != null) {
            pathOpened(path, flags, mode);
        }
    }

    public static void madeOrDeletedAt(int directory, byte[] name, int flags) {
        FileStates.makesOrDeletes(at(directory, name));
    }

    public static void renamedAt(int directory, byte[] from, int toDirectory, byte[] to) {
        String path = at(directory, from);
        if (path != null) {
            FileStates.renames(path, at(toDirectory, to));
        }
    }

    public static void askedAt(int directory, byte[] name, int flag, Object attributes) {
        FileStates.looks(at(directory, name));
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

    // sun.nio.ch.SimpleAsynchronousFileChannelImpl.

    public static void asynchronous(Object channel) {
        if (Hooks.self() != null) {
            Native.unsupported("an AsynchronousFileChannel reads or writes a file in threads of the JDK that "
                    + "executions share");
        }
    }

    // The other arguments say nothing that matters.

    public static void pathChangedAt(int directory, Object path, int mode, int flags) {
        pathChanged(path);
    }

    public static void pathChangedAt(int directory, Object path, long accessed, long modified, int flags) {
        pathChanged(path);
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

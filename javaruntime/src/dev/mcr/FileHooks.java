package dev.mcr;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;

/** What methods of the JDK that work on files call at their start: see {@link FileStates}. */
public final class FileHooks {
    private FileHooks() {}

    private static final int WRITE_ONLY = 1, READ_WRITE = 2, CREATE = 0x40, TRUNCATE = 0x200, TEMPORARY = 8;

    private static final long INPUT = path(FileInputStream.class);
    private static final long OUTPUT = path(FileOutputStream.class);
    private static final long RANDOM = path(RandomAccessFile.class);
    private static long channel;

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

    public static void output(Object stream) {
        FileStates.changes(path(stream, OUTPUT));
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
            java.lang.reflect.Method create = Class.forName("java.io.FileSystem").getDeclaredMethod("createFileExclusively", String.class);
            JvmState.makeAccessible(create);
            return (Boolean) create.invoke(system, path);
        } catch (java.lang.reflect.InvocationTargetException e) {
            ClassInfo.UNSAFE.throwException(e.getCause());
            throw new AssertionError(e);
        } catch (ReflectiveOperationException e) {
            throw new NoSuchMethodError(e.getMessage());
        }
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

    // The other arguments say nothing that matters.

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

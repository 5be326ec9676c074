package dev.mcr;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.WatchService;
import java.util.function.Function;

/**
 * What the JDK's watch service of directories calls in the place of native methods, and of methods that use memory by
 * its address: see {@link WatchQueue}. The last argument of each is the place of the call.
 *
 * <p>The numbers of the queue and of the two ends by which its thread is woken up are one. An address is that number in
 * the upper half, and in the lower one an index into what was read last.
 */
public final class WatchHooks {
    private WatchHooks() {}

    /** {@code FileSystem.newWatchService}: what the service does is seen, and not what makes it. */
    public static WatchService newWatchService(Object system, int site) throws IOException {
        return ((FileSystem) system).newWatchService();
    }

    /** The thread that waits for changes is like others of the program. */
    public static boolean startsPoller(Object poller) {
        if (Hooks.self() == null) {
            return false;
        }
        Thread thread = new Thread((Runnable) poller, "FileSystemWatchService");
        thread.setDaemon(true);
        thread.start();
        return true;
    }

    // sun.nio.fs.LinuxWatchService.

    public static int make(int site) {
        return Watches.make(Hooks.self()).number;
    }

    public static void configureBlocking(int number, boolean blocking, int site) {
        // Nobody waits in the operating system.
    }

    public static void socketpair(int[] ends, int site) {
        ends[0] = Watches.newest().number;
        ends[1] = ends[0];
    }

    public static int poll(int number, int end, int site) {
        return Watches.of(number).poll(Hooks.self());
    }

    public static int add(int number, long path, int mask, int site) {
        WatchQueue queue = Watches.of(number);
        Control me = Hooks.self();
        Control seen = Hooks.suspend();
        String directory;
        try {
            directory = Path.of(text(path)).toRealPath().toString();
        } catch (IOException e) {
            // The system says what is wrong with it.
            return queue.add(path, mask);
        } finally {
            Hooks.resume(seen);
        }
        Watches.touch(me, directory);
        int found = queue.add(path, mask);
        queue.directories.put(found, directory);
        return found;
    }

    private static String text(long address) {
        int length = 0;
        while (ClassInfo.UNSAFE.getByte(address + length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        ClassInfo.UNSAFE.copyMemory(null, address, bytes, NetHooks.BYTES, length);
        return new String(bytes);
    }

    public static void remove(int number, int directory, int site) {
        WatchQueue queue = Watches.of(number);
        String path = queue.directories.get(directory);
        if (path != null) {
            Watches.touch(Hooks.self(), path);
            queue.directories.remove(directory);
        }
        queue.remove(directory);
    }

    // sun.nio.fs.UnixNativeDispatcher.

    /** Of the changes, and of what has woken up the thread: both were taken by {@link #poll}. */
    public static int read(int number, long address, int length, int site) {
        return Watches.of(number).bytes().length;
    }

    public static int write(int number, long address, int length, int site) {
        Watches.of(number).call(Hooks.self());
        return length;
    }

    public static void close(int number, int site) {
        Control me = Hooks.suspend();
        try {
            Watches.of(number).close();
        } finally {
            Hooks.resume(me);
        }
    }

    public static void close(int number, Function<?, ?> failed, int site) {
        close(number, site);
    }

    // jdk.internal.misc.Unsafe.

    public static long allocateMemory(Object unsafe, long bytes, int site) {
        return (long) Watches.newest().number << 32;
    }

    public static void freeMemory(Object unsafe, long address, int site) {
        // There is none.
    }

    private static byte[] bytes(long address) {
        return Watches.of((int) (address >>> 32)).bytes();
    }

    public static int getInt(Object unsafe, long address, int site) {
        return ClassInfo.UNSAFE.getInt(bytes(address), NetHooks.BYTES + (int) address);
    }

    public static byte getByte(Object unsafe, long address, int site) {
        return bytes(address)[(int) address];
    }

    public static void copyMemory(Object unsafe, Object from, long address, Object to, long offset, long length,
            int site) {
        System.arraycopy(bytes(address), (int) address, to, (int) (offset - NetHooks.BYTES), (int) length);
    }
}

package dev.mcr;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.TreeMap;

/**
 * What a watch service has not been told yet: the changes that the operating system has noted (inotify), and whether
 * somebody wants something of the thread that waits for them.
 *
 * <p>The changes themselves are those of the system, in its order, merged as it does it. Who is about to change
 * something in a directory that is watched says so here, as a part of the same step; so the value of this state says
 * who has changed something, in which order, and what the system has noted follows from that.
 */
final class WatchQueue extends NetState {
    private static final long QUEUE = 0x5741544348455301L;
    /** As many bytes as the JDK reads at once. */
    private static final int BUFFER = 8192;

    final long name;
    /** The number that stands for it, and that of the system. */
    final int number;
    private final int file;
    /** The directories that are watched, by the numbers of the system. */
    final TreeMap<Integer, String> directories = new TreeMap<>();

    private boolean called;
    /** A hash of the changes since the last time that the system was asked; 0 if there were none. */
    private long changes;
    /** What the system has told and the service has not. */
    private final Deque<byte[]> parts = new ArrayDeque<>();
    /** What the service is looking at. */
    private byte[] part = {};
    private int found;
    private boolean closed;

    WatchQueue(long name, int number, int file) {
        super(name, QUEUE, "changes in directories");
        this.name = name;
        this.number = number;
        this.file = file;
    }

    @Override
    boolean isReady() {
        return called || changes != 0 || !parts.isEmpty();
    }

    @Override
    long contents() {
        long contents = Hash.mix(called ? 1 : 0, changes);
        for (byte[] one : parts) {
            contents = Hash.mix(contents, Arrays.hashCode(one));
        }
        return contents == Hash.mix(0, 0) ? 0 : contents;
    }

    /** The thread that waits is wanted. */
    void call(Control me) {
        update(me, () -> {
            called = true;
            return null;
        });
    }

    /** The thread is about to change something in a directory that is watched; nothing else happens before. */
    void changes(Control me) {
        long by = Hash.mix(me.id, me.history);
        update(me, () -> {
            changes = Hash.notNull(Hash.mix(changes, by));
            return null;
        });
    }

    /** Waits until there is something; how much: changes are one, and that the thread is wanted another. */
    int poll(Control me) {
        do {
            await(me, READY, true, -1);
            Watches.take(me, this, () -> update(me, this::take));
        } while (found == 0);
        if (me != null) {
            me.counts.found = part.length == 0 ? 0 : Arrays.hashCode(part);
        }
        return found;
    }

    private Void take() {
        if (parts.isEmpty()) {
            ask();
        }
        part = parts.isEmpty() ? new byte[0] : parts.poll();
        found = (part.length > 0 ? 1 : 0) + (called ? 1 : 0);
        called = false;
        return null;
    }

    /** Takes over all that the system has noted. */
    private void ask() {
        changes = 0;
        long buffer = ClassInfo.UNSAFE.allocateMemory(BUFFER);
        Control me = Hooks.suspend();
        try {
            while (true) {
                int n = (Integer) Internals.invoke(READ, null, file, buffer, BUFFER);
                if (n <= 0) {
                    return;
                }
                byte[] bytes = new byte[n];
                ClassInfo.UNSAFE.copyMemory(null, buffer, bytes, NetHooks.BYTES, n);
                parts.add(bytes);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            // There is no more: that is an error to the JDK.
        } finally {
            Hooks.resume(me);
            ClassInfo.UNSAFE.freeMemory(buffer);
        }
    }

    /** The changes that the thread has found. */
    byte[] bytes() {
        return part;
    }

    int add(long path, int mask) {
        return (Integer) Internals.invoke(ADD, null, file, path, mask);
    }

    void remove(int directory) {
        Internals.invoke(REMOVE, null, file, directory);
    }

    /** The system forgets it. */
    void close() {
        if (!closed) {
            closed = true;
            directories.clear();
            Internals.invoke(CLOSE, null, file);
        }
    }

    /** A file of the system that tells of changes, and never waits. */
    static int open() {
        int file = (Integer) Internals.invoke(OPEN, null);
        Internals.invoke(MODE, null, file, false);
        return file;
    }

    private static final Class<?> SERVICE = Internals.type("sun.nio.fs.LinuxWatchService");
    private static final Class<?> CALLS = Internals.type("sun.nio.fs.UnixNativeDispatcher");
    private static final Method OPEN = Internals.method(SERVICE, "inotifyInit");
    private static final Method MODE = Internals.method(SERVICE, "configureBlocking", int.class, boolean.class);
    private static final Method ADD =
            Internals.method(SERVICE, "inotifyAddWatch", int.class, long.class, int.class);
    private static final Method REMOVE = Internals.method(SERVICE, "inotifyRmWatch", int.class, int.class);
    private static final Method READ =
            Internals.method(CALLS, "read", int.class, long.class, int.class);
    private static final Method CLOSE = Internals.method(CALLS, "close", int.class);
}

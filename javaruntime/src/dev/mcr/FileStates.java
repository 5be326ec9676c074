package dev.mcr;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Files and directories. Each is a location by its path without links, once two threads of the program have used it,
 * one of them to change it: until then what is done with it is no event. So are links, and the locks of a file
 * ({@link FileNames}).
 *
 * <p>What touches several of them is one step for all. It is announced, and then done, if the names still lead to the
 * same files: if they do not, the thread has learned that by this step, and there is another one.
 */
final class FileStates {
    private FileStates() {}

    /** Over all executions: who has used a location, or {@link #MANY}; which have been changed; which are events. */
    private static final LongMap USERS = new LongMap();
    private static final LongSet CHANGED = new LongSet();
    private static final LongSet SHARED = new LongSet();
    static final long MANY = -1;

    private static final LongSet NOTHING = new LongSet();

    /** What uses of files touch, as long as nothing gets another name. */
    private static Map<String, FileNames> found = new HashMap<>();
    /** How often something may have got another name. */
    private static long renamed;
    private static long foundAt;

    static void reset() {
        found = new HashMap<>();
        renamed = 0;
        foundAt = 0;
        FileNames.reset();
        FileTimes.reset();
    }

    /** That a location is an event is known before it shows. */
    static void isToBeShared(long key) {
        SHARED.add(key);
    }

    /** A location is an event from now on, whoever has used it. */
    static void share(long key) {
        if (SHARED.add(key)) {
            Insights.fileIsShared(key);
        }
    }

    static boolean isShared(String state) {
        return SHARED.contains(Versions.keyOfState(state));
    }

    /** The calling thread is about to do something with a file or directory. */
    static void use(FileNames.Use use, String path) {
        use(use, path, null);
    }

    /** {@code other}: the other name, for what has two; of what is open, the descriptor. */
    static void use(FileNames.Use use, String path, String other) {
        Control me = Hooks.self();
        boolean change = use.changes();
        if (me == null || path == null) {
            return;
        }
        if (me.isSilent() && !change) {
            lookSilently(me, use, path, other);
            return;
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        long began = FileTimes.begin(me, use);
        LongSet known = NOTHING;
        FileNames names = find(me, use, path, other, known);
        while (names != null) {
            long before = renamed;
            known = step(me, names, known);
            if (known == null || names.isWhole() && renamed == before) {
                break;
            }
            FileNames now = find(me, use, path, other, known);
            if (now != null && now.isWhole() && now.isSame(names)) {
                break;
            }
            names = now;
        }
        if (use.renames()) {
            renamed++;
        }
        if (names == null) {
            return;
        }
        FileTimes.use(me, use, names, began);
        if (change) {
            Watches.changes(me, names);
        }
    }

    /** Code that is seen by nobody looks at a file: that is no event, but it may ask when the file was changed. */
    private static void lookSilently(Control me, FileNames.Use use, String path, String other) {
        if (!FileTimes.isUnchanged()) {
            FileNames names = find(me, use, path, other, NOTHING);
            if (names != null) {
                FileTimes.use(me, use, names, 0);
            }
        }
    }

    /** What is touched; null if that is no file. */
    private static FileNames find(Control me, FileNames.Use use, String path, String other, LongSet known) {
        Hooks.running = null;
        try {
            if (foundAt != renamed) {
                foundAt = renamed;
                found = new HashMap<>();
            }
            String second = use.isOfDescriptor() ? opened(other) : other;
            String key = use + " " + path + "\0" + second;
            FileNames names = known == NOTHING ? found.get(key) : null;
            if (names == null) {
                names = FileNames.of(use, path, second, known);
                if (known == NOTHING) {
                    found.put(key, names);
                }
            }
            if (names.ofSystem) {
                if (use.changes() && STANDARD_OUTPUT.contains(path)) {
                    Native.notCovered("standard output is opened as a file", 0);
                }
                return null;
            }
            for (Path kept : names.kept) {
                Insights.changesFile(me);
                FilesPutBack.keep(kept);
            }
            return names;
        } catch (IOException e) {
            // There can be no such file.
            return null;
        } finally {
            Hooks.running = me;
        }
    }

    /** What a descriptor stands for now; null if nothing has got another name since it was opened. */
    private static String opened(String descriptor) throws IOException {
        if (renamed == 0 || descriptor == null) {
            return null;
        }
        return nameOf(descriptor);
    }

    /** The name of an open file; if it has been deleted, the one that it had. */
    static String nameOf(String descriptor) throws IOException {
        String name = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
        return name.endsWith(DELETED) ? name.substring(0, name.length() - DELETED.length()) : name;
    }

    private static final String DELETED = " (deleted)";

    private static final Set<String> STANDARD_OUTPUT =
            Set.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "/dev/tty");

    /** The event; which locations of links are known now, or null if there was none. */
    private static LongSet step(Control me, FileNames names, LongSet known) {
        OpaqueCall call = me.opaqueCalls;
        long object = call != null && call.receiver != null ? call.group : 0;
        long user = Hash.notNull(Hash.mix(object != 0 ? object : me.id, 73)) & Long.MAX_VALUE;
        long[] changed = shared(names.changed(), user, true);
        long[] looked = shared(names.looked(), user, false);
        if (changed.length + looked.length == 0) {
            return null;
        }
        me.initialiserTells();
        if (names.unclear != null) {
            Native.notCovered(names.unclear, me.place());
        }
        LongSet learned = new LongSet();
        for (long key : looked) {
            learned.add(key);
        }
        for (long key : changed) {
            learned.add(key);
        }
        long hash = Hash.mix(me.id, me.history);
        OpaqueCall around = call == null || me.isSilent() ? null : call.versioned();
        if (around != null && !around.isInCallback()) {
            goesOn(me, around, JointCalls.with(locations(names, looked), locations(names, changed)), hash);
        } else if (changed.length == 0 && looked.length == 1) {
            Versions.lookBehind(me, locations(names, looked)[0], me.place());
        } else if (changed.length == 1 && looked.length == 0) {
            JointCalls.update(me, locations(names, changed), hash, me.place());
        } else {
            JointCalls.lookAndUpdate(me, locations(names, looked), locations(names, changed), hash, me.place());
        }
        return learned;
    }

    /** {@code Files.copy} from a stream, which hands its bytes on by {@code transferTo}. */
    static final String COPY =
            "copy(Ljava/io/InputStream;Ljava/nio/file/Path;[Ljava/nio/file/CopyOption;)J";
    private static final String TRANSFER = "transferTo(Ljava/io/OutputStream;)J";

    /** {@code Files.copy} writes to a file what a stream transfers, which may hold its monitor meanwhile. */
    static void copies(CollectedCall call, Object[] given) {
        if (given.length > 0 && !SHARED.isEmpty() && call.receiver == null && given[0] instanceof InputStream
                && Native.called(call.site).equals(COPY)) {
            call.callsInside(given[0], TRANSFER);
        }
    }

    /**
     * What code that is not rewritten does with files is a step of its own, of the files and of what is called. The
     * monitors that it holds have to be events.
     */
    static void goesOn(Control me, OpaqueCall call, long[] files, long hash) {
        CallMonitors.heldInside(me, call);
        long[] own = call.versions;
        call.versions = JointCalls.with(own, files);
        CallEvents.goesOn(me, call, hash, me.place());
        call.versions = own;
    }

    private static long[] locations(FileNames names, long[] keys) {
        long[] locations = JointCalls.NONE;
        for (long key : keys) {
            locations = JointCalls.with(locations, Versions.ofState(names.state(key)));
        }
        return locations;
    }

    /** Those that are events among what this user looks at or changes. */
    private static long[] shared(long[] keys, long user, boolean change) {
        long[] shared = JointCalls.NONE;
        for (long key : keys) {
            note(Remembered.FILES, USERS, key, user);
            if (change) {
                CHANGED.add(key);
                Remembered.note(Remembered.CHANGED_FILES, key, 0);
            }
            if (SHARED.contains(key)) {
                shared = JointCalls.with(shared, key);
            } else if (USERS.get(key) == MANY && CHANGED.contains(key)) {
                share(key);
            }
        }
        return shared;
    }

    /** Takes note of who uses something. */
    static void note(int table, LongMap users, long key, long user) {
        Remembered.note(table, key, user);
        long known = users.get(key);
        if (known != user && known != MANY) {
            users.put(key, known == 0 ? user : MANY);
        }
    }
}

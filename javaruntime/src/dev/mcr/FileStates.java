package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files and directories. Each is a location by its canonical path, once two threads of the program have used it, one of them to change it: until then
 * what is done with it is no event. And what the program has changed is put back at the end of the execution, so that each one finds the same.
 *
 * <p>What a file contained is kept in memory from the first change on. Nothing is touched that the program has not changed itself.
 */
final class FileStates {
    private FileStates() {}

    /** Longer files are not put back: that is said. */
    private static final long LONGEST = 1 << 26;

    /** Over all executions: who has used a file, or {@link #MANY}; which have been changed; which are locations. */
    private static final LongMap USERS = new LongMap();
    private static final LongMap OBJECT_USERS = new LongMap();
    private static final LongMap CHANGED = new LongMap();
    private static final LongMap SHARED = new LongMap();
    private static final long MANY = -1;

    /** What was there before the program changed it for the first time; over all executions, as it is put back after each. */
    private static final Map<Path, First> FIRST = new HashMap<>();
    private static Set<Path> changed = new LinkedHashSet<>();

    /** A file as it was: its contents, or the target of a link, or null for both; with {@code exists} false there was nothing. */
    private record First(boolean exists, boolean directory, byte[] contents, Path target, FileTime time, Set<PosixFilePermission> permissions) {}

    /** That a file is a location is known before it shows. */
    static void isToBeShared(long key) {
        SHARED.put(key, 1);
    }

    /** The calling thread is about to look at a file or directory. */
    static void looks(String path) {
        use(path, false);
    }

    /** The calling thread is about to change one, or to make or delete it: that concerns the directory as well. */
    static void changes(String path) {
        use(path, true);
    }

    static void makesOrDeletes(String path) {
        use(path, true);
        String parent = new File(path).getAbsoluteFile().getParent();
        if (parent != null) {
            use(parent, true);
        }
    }

    private static void use(String path, boolean change) {
        Control me = Hooks.self();
        if (me == null || path == null || me.isSilent() && !change) {
            return;
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        String canonical;
        Hooks.running = null;
        try {
            canonical = new File(path).getCanonicalPath();
            if (canonical.startsWith("/proc/") || canonical.startsWith("/dev/") || canonical.startsWith("/sys/")) {
                return;
            }
            if (change) {
                keep(Path.of(canonical));
            }
        } catch (IOException e) {
            // There can be no such file.
            return;
        } finally {
            Hooks.running = me;
        }
        long key = Hash.text(71, canonical);
        OpaqueCall call = me.opaqueCalls;
        long object = call != null && call.shares ? call.group : 0;
        long user = Hash.notNull(Hash.mix(object != 0 ? object : me.id, 73)) & Long.MAX_VALUE;
        note(USERS, key, user);
        if (object != 0) {
            note(OBJECT_USERS, object, Hash.notNull(Hash.mix(me.id, 73)) & Long.MAX_VALUE);
        }
        if (change) {
            CHANGED.put(key, 1);
        }
        if (SHARED.get(key) == 0) {
            if (USERS.get(key) == MANY && CHANGED.get(key) != 0) {
                SHARED.put(key, 1);
                Insights.fileIsShared(key);
            }
            return;
        }
        me.initialiserTells();
        if (object != 0 && OBJECT_USERS.get(object) == MANY) {
            // It may hold a monitor of the JVM, for which another thread would really wait.
            Native.notCovered("a file is used through an object of the JDK that several threads share, and in another way", me.place());
            return;
        }
        String state = "file " + canonical;
        if (change) {
            Calls.update(me, state, Hash.mix(me.id, me.history));
        } else {
            Calls.look(me, state);
        }
    }

    private static void note(LongMap users, long key, long user) {
        long known = users.get(key);
        if (known != user && known != MANY) {
            users.put(key, known == 0 ? user : MANY);
        }
    }

    private static void keep(Path path) throws IOException {
        if (!changed.add(path) || FIRST.containsKey(path)) {
            return;
        }
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            FIRST.put(path, new First(false, false, null, null, null, null));
        } else if (Files.isSymbolicLink(path)) {
            FIRST.put(path, new First(true, false, null, Files.readSymbolicLink(path), null, null));
        } else if (Files.isDirectory(path)) {
            FIRST.put(path, new First(true, true, null, null, Files.getLastModifiedTime(path), Files.getPosixFilePermissions(path)));
        } else if (Files.isRegularFile(path) && Files.size(path) <= LONGEST) {
            FIRST.put(path, new First(true, false, Files.readAllBytes(path), null, Files.getLastModifiedTime(path),
                    Files.getPosixFilePermissions(path)));
        } else {
            changed.remove(path);
            Native.notCovered("a file that is too long to be put back, or no plain file, is written", 0);
        }
    }

    /** Puts back what the execution has changed. */
    static void restore() {
        if (changed.isEmpty()) {
            return;
        }
        List<Path> paths = new ArrayList<>(changed);
        changed = new LinkedHashSet<>();
        paths.sort(Comparator.comparingInt(Path::getNameCount).reversed());
        for (Path path : paths) {
            try {
                if (!FIRST.get(path).exists) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException e) {
                // A directory in which something is that the program has not made stays.
            }
        }
        for (int i = paths.size() - 1; i >= 0; i--) {
            try {
                restore(paths.get(i), FIRST.get(paths.get(i)));
            } catch (IOException | RuntimeException e) {
                failed = "cannot put back " + paths.get(i) + ", which the program has changed: " + e;
            }
        }
    }

    /** Why a file could not be put back, or null. */
    static String failed() {
        return failed;
    }

    private static String failed;

    private static void restore(Path path, First first) throws IOException {
        if (!first.exists) {
            return;
        }
        boolean exists = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        if (first.target != null) {
            if (!exists || !Files.isSymbolicLink(path) || !Files.readSymbolicLink(path).equals(first.target)) {
                Files.deleteIfExists(path);
                Files.createSymbolicLink(path, first.target);
            }
            return;
        }
        if (exists && Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) != first.directory) {
            Files.delete(path);
            exists = false;
        }
        if (first.directory) {
            if (!exists) {
                Files.createDirectory(path);
            }
        } else if (!exists || !java.util.Arrays.equals(Files.readAllBytes(path), first.contents)) {
            Files.write(path, first.contents);
        }
        if (!Files.getPosixFilePermissions(path).equals(first.permissions)) {
            Files.setPosixFilePermissions(path, first.permissions);
        }
        Files.setLastModifiedTime(path, first.time);
    }
}

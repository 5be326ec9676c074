package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files and directories. Each is a location by its canonical path, once two threads of the program have used it, one of
 * them to change it: until then what is done with it is no event. And what the program has changed is put back at the
 * end of the execution, so that each one finds the same.
 *
 * <p>What a file contained is kept in memory from the first change on. Nothing is touched that the program has not
 * changed itself.
 */
final class FileStates {
    private FileStates() {}

    /** Longer files are not put back: that is said. */
    private static final long LONGEST = 1 << 26;

    /** Over all executions: who has used a file, or {@link #MANY}; which have been changed; which are locations. */
    private static final LongMap USERS = new LongMap();
    private static final LongMap OBJECT_USERS = new LongMap();
    private static final LongSet CHANGED = new LongSet();
    private static final LongSet SHARED = new LongSet();
    private static final long MANY = -1;

    /**
     * What was there before the program changed it for the first time; over all executions, as it is put back after
     * each.
     */
    private static final Map<Path, First> FIRST = new HashMap<>();
    private static Set<Path> changed = new LinkedHashSet<>();

    /**
     * A file as it was: its contents, or the target of a link, or null for both; with {@code exists} false there was
     * nothing.
     */
    private record First(boolean exists, boolean directory, byte[] contents, Path target, FileTime time,
            Set<PosixFilePermission> permissions) {}

    /** That a file is a location is known before it shows. */
    static void isToBeShared(long key) {
        SHARED.add(key);
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
        if (path == null) {
            return;
        }
        use(path, true);
        String parent = new File(path).getAbsoluteFile().getParent();
        if (parent != null) {
            use(parent, true);
        }
    }

    /** One gets the name of the other; with a directory goes what is in it. */
    static void renames(String from, String to) {
        makesOrDeletes(from);
        makesOrDeletes(to);
        File directory = new File(from);
        Control me = Hooks.suspend();
        String[] inside;
        try {
            inside = Files.isSymbolicLink(directory.toPath()) ? null : directory.list();
        } finally {
            Hooks.resume(me);
        }
        if (inside != null) {
            for (String name : inside) {
                renames(from + File.separator + name, to + File.separator + name);
            }
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
            if (isOfSystem(canonical)) {
                if (change && STANDARD_OUTPUT.contains(path)) {
                    Native.notCovered("standard output is opened as a file", 0);
                }
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
        long object = call != null && call.receiver != null ? call.group : 0;
        long user = Hash.notNull(Hash.mix(object != 0 ? object : me.id, 73)) & Long.MAX_VALUE;
        note(USERS, key, user);
        if (object != 0) {
            note(OBJECT_USERS, object, Hash.notNull(Hash.mix(me.id, 73)) & Long.MAX_VALUE);
        }
        if (change) {
            CHANGED.add(key);
        }
        if (!SHARED.contains(key)) {
            if (USERS.get(key) == MANY && CHANGED.contains(key)) {
                SHARED.add(key);
                Insights.fileIsShared(key);
            }
            return;
        }
        me.initialiserTells();
        if (object != 0 && OBJECT_USERS.get(object) == MANY) {
            // It may hold a monitor of the JVM, for which another thread would really wait.
            Native.notCovered("a file is used through an object of the JDK that several threads share, and in another "
                    + "way", me.place());
            return;
        }
        String state = "file " + canonical;
        if (change) {
            Versions.update(me, state, Hash.mix(me.id, me.history));
        } else {
            Versions.look(me, state);
        }
    }

    private static final Set<String> STANDARD_OUTPUT =
            Set.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/thread-self/fd/1", "/dev/tty");

    private static boolean isOfSystem(String path) {
        return path.startsWith("/proc/") || path.startsWith("/dev/") && !path.startsWith("/dev/shm/")
                || path.startsWith("/sys/");
    }

    private static void note(LongMap users, long key, long user) {
        long known = users.get(key);
        if (known != user && known != MANY) {
            users.put(key, known == 0 ? user : MANY);
        }
    }

    private static void keep(Path path) {
        if (!changed.add(path) || FIRST.containsKey(path)) {
            return;
        }
        try {
            FIRST.put(path, first(path));
        } catch (IOException e) {
            changed.remove(path);
            Native.notCovered("a file that cannot be read, and so not be put back, is changed", 0);
        }
    }

    /** What is there, or nothing if it cannot be put back, which is said. */
    private static First first(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return new First(false, false, null, null, null, null);
        }
        if (Files.isSymbolicLink(path)) {
            return new First(true, false, null, Files.readSymbolicLink(path), null, null);
        }
        boolean directory = Files.isDirectory(path);
        if (!directory && (!Files.isRegularFile(path) || Files.size(path) > LONGEST)) {
            changed.remove(path);
            Native.notCovered("a file that is too long to be put back, or no plain file, is written", 0);
            return null;
        }
        byte[] contents = directory ? null : Files.readAllBytes(path);
        return new First(true, directory, contents, null, Files.getLastModifiedTime(path),
                Files.getPosixFilePermissions(path));
    }

    /** Puts back what the execution has changed; why that could not be done, or null. */
    static String restore() {
        if (changed.isEmpty()) {
            return null;
        }
        List<Path> paths = new ArrayList<>(changed);
        changed = new LinkedHashSet<>();
        paths.sort(Comparator.comparingInt(Path::getNameCount));
        List<Path> deepestFirst = new ArrayList<>(paths);
        Collections.reverse(deepestFirst);
        // A directory that the program has closed would not let anything be put back in it.
        String failed = each(paths, FileStates::open);
        failed = first(failed, each(deepestFirst, FileStates::delete));
        failed = first(failed, each(paths, FileStates::make));
        return first(failed, each(deepestFirst, FileStates::putAttributesBack));
    }

    private static String first(String one, String other) {
        return one != null ? one : other;
    }

    private interface Part {
        void of(Path path, First first) throws IOException;
    }

    private static String each(List<Path> paths, Part part) {
        String failed = null;
        for (Path path : paths) {
            try {
                First first = FIRST.get(path);
                if (first != null) {
                    part.of(path, first);
                }
            } catch (DirectoryNotEmptyException e) {
                failed = first(failed, "cannot remove the directory " + path
                        + ", which the program has made: in it is something that was made in a way that mcr does not "
                        + "see");
            } catch (IOException | RuntimeException e) {
                failed = first(failed, "cannot put back " + path + ", which the program has changed: " + e);
            }
        }
        return failed;
    }

    /** Where the program has changed who may use it. */
    private static void open(Path path, First first) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(path)) {
            Set<PosixFilePermission> now = Files.getPosixFilePermissions(path);
            if (!now.equals(first.permissions) && now.addAll(Files.isDirectory(path) ? OPEN : OPEN_FILE)) {
                Files.setPosixFilePermissions(path, now);
            }
        }
    }

    private static final Set<PosixFilePermission> OPEN_FILE = Set.of(PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE);
    private static final Set<PosixFilePermission> OPEN =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private static void delete(Path path, First first) throws IOException {
        boolean directory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        if (!first.exists || Files.exists(path, LinkOption.NOFOLLOW_LINKS) && directory != first.directory) {
            Files.deleteIfExists(path);
        }
    }

    private static void make(Path path, First first) throws IOException {
        boolean exists = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        if (!first.exists) {
            return;
        }
        if (first.target != null) {
            if (!exists || !Files.isSymbolicLink(path) || !Files.readSymbolicLink(path).equals(first.target)) {
                Files.deleteIfExists(path);
                Files.createSymbolicLink(path, first.target);
            }
        } else if (first.directory) {
            if (!exists) {
                Files.createDirectory(path);
            }
        } else {
            if (Files.isSymbolicLink(path)) {
                Files.delete(path);
            }
            if (!Files.exists(path) || !java.util.Arrays.equals(Files.readAllBytes(path), first.contents)) {
                Files.write(path, first.contents);
            }
        }
    }

    private static void putAttributesBack(Path path, First first) throws IOException {
        if (!first.exists || first.target != null) {
            return;
        }
        if (!Files.getPosixFilePermissions(path).equals(first.permissions)) {
            Files.setPosixFilePermissions(path, first.permissions);
        }
        if (!Files.getLastModifiedTime(path).equals(first.time)) {
            Files.setLastModifiedTime(path, first.time);
        }
    }
}

package dev.mcr;

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
 * What the program has changed in files and directories is put back at the end of the execution, so that each one finds
 * the same.
 *
 * <p>What a file contained is kept in memory from the first change on. Nothing is touched that the program has not
 * changed itself.
 */
final class FilesPutBack {
    private FilesPutBack() {}

    /** Longer files are not put back: that is said. */
    private static final long LONGEST = 1 << 26;
    private static final String NOT_KEPT = "a file that is too long to be put back, or no plain file, is written";

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
            Set<PosixFilePermission> permissions, boolean otherNames) {}

    /** A file or directory is about to be changed, or to be made or deleted. */
    static void keep(Path path) {
        if (!changed.add(path)) {
            return;
        }
        if (FIRST.containsKey(path)) {
            if (FIRST.get(path) == null) {
                // Each execution says so: what those before an insight have said is forgotten.
                Native.notCovered(NOT_KEPT, 0);
            }
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
            return new First(false, false, null, null, null, null, false);
        }
        if (Files.isSymbolicLink(path)) {
            return new First(true, false, null, Files.readSymbolicLink(path), null, null, false);
        }
        boolean directory = Files.isDirectory(path);
        if (!directory && (!Files.isRegularFile(path) || Files.size(path) > LONGEST)) {
            changed.remove(path);
            Native.notCovered(NOT_KEPT, 0);
            return null;
        }
        byte[] contents = directory ? null : Files.readAllBytes(path);
        return new First(true, directory, contents, null, Files.getLastModifiedTime(path),
                Files.getPosixFilePermissions(path), !directory && FileNames.hasOtherNames(path));
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
        String failed = each(paths, FilesPutBack::open);
        failed = first(failed, each(deepestFirst, FilesPutBack::delete));
        failed = first(failed, each(paths, FilesPutBack::make));
        return first(failed, each(deepestFirst, FilesPutBack::putAttributesBack));
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
            if (!Files.exists(path) && first.otherNames) {
                throw new IOException("it had other names as well (hard links)");
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

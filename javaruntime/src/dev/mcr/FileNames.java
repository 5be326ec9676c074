package dev.mcr;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one use of a file touches: a path is followed link by link, and what it leads to may have other names.
 *
 * <p>There are three kinds of locations. That of a file is its path without symbolic links; it stands for what is
 * there, be it nothing. That of a link says where a name leads: by a symbolic link, or as one more name of a file that
 * was there before (a hard link); then the location of the first name is touched as well. And the locks of a file.
 *
 * <p>What is behind a name that other threads make lead elsewhere is not known before the thread has learned it: so the
 * way ends there ({@link #isWhole}), until it has.
 */
final class FileNames {
    /** What is done with a path. */
    enum Use {
        /** What it leads to is looked at, or changed, or made if there is nothing. */
        LOOK, CHANGE, MAKE,
        /** The same for what the name itself stands for, which may be a link. */
        LOOK_AT_ITSELF, CHANGE_ITSELF, MAKE_OR_DELETE, MAKE_LINK,
        /** With two paths: what has the one name gets the other, or both. */
        RENAME, LINK,
        /** What a descriptor stands for, which was opened by this path. */
        LOOK_OPEN, CHANGE_OPEN, LOCK,
        /** Attributes of what a path leads to, or of what it stands for itself, are set. */
        SET, SET_ITSELF;

        boolean changes() {
            return this != LOOK && this != LOOK_AT_ITSELF && this != LOOK_OPEN;
        }

        /** Names may lead elsewhere afterwards. */
        boolean renames() {
            return this == MAKE_OR_DELETE || this == MAKE_LINK || this == RENAME || this == LINK;
        }

        boolean isOfDescriptor() {
            return this == LOOK_OPEN || this == CHANGE_OPEN || this == LOCK;
        }
    }

    private static final int MOST_LINKS = 40;

    /** For each file that got a second name in this execution: the location of the first one. */
    private static Map<Object, String> firstNames = new HashMap<>();

    private final LongSet known;
    private final Set<String> looked = new TreeSet<>();
    private final Set<String> changed = new TreeSet<>();
    /** The same as keys, and what these stand for. */
    private long[] lookedKeys;
    private long[] changedKeys;
    private final Map<Long, String> states = new HashMap<>();
    /** What has to be put back. */
    final List<Path> kept = new ArrayList<>();
    /** What it leads to belongs to the system. */
    boolean ofSystem;
    /** Why it may be that not all names of a file are known; null if they are. */
    String unclear;
    private boolean whole = true;
    /** What gets another name instead of its own, if anything does. */
    private String renamed;
    /** The name that something gets, instead of its own or as one more. */
    private String newName;

    private FileNames(LongSet known) {
        this.known = known;
    }

    static void reset() {
        firstNames = new HashMap<>();
    }

    /** {@code known}: the locations of links of which the thread knows where they lead. */
    static FileNames of(Use use, String path, String other, LongSet known) throws IOException {
        FileNames names = new FileNames(known);
        names.find(use, path, other);
        names.addWatches();
        addMappings(names.changed);
        addMappings(names.looked);
        names.looked.removeAll(names.changed);
        names.lookedKeys = names.keys(names.looked);
        names.changedKeys = names.keys(names.changed);
        return names;
    }

    private long[] keys(Set<String> touched) {
        long[] keys = JointCalls.NONE;
        for (String state : touched) {
            long key = Versions.keyOfState(state);
            keys = JointCalls.with(keys, key);
            states.put(key, state);
        }
        return keys;
    }

    /** The locations that are looked at or changed, each by its key. */
    long[] looked() {
        return lookedKeys;
    }

    long[] changed() {
        return changedKeys;
    }

    /** The location with this key. */
    String state(long key) {
        return states.get(key);
    }

    /** Whether the thread knew all links on the way. */
    boolean isWhole() {
        return whole;
    }

    boolean isSame(FileNames other) {
        return looked.equals(other.looked) && changed.equals(other.changed);
    }

    private void find(Use use, String path, String other) throws IOException {
        boolean follows = use == Use.LOOK || use == Use.CHANGE || use == Use.SET || use == Use.MAKE;
        String name = use.isOfDescriptor() ? opened(path, other) : follow(path, follows);
        if (!whole) {
            return;
        }
        if (isOfSystem(name)) {
            ofSystem = true;
            return;
        }
        switch (use) {
            case LOOK, LOOK_AT_ITSELF, LOOK_OPEN -> touch(looked, name);
            case CHANGE, CHANGE_ITSELF, CHANGE_OPEN, SET, SET_ITSELF -> {
                touch(changed, name);
                kept.add(Path.of(name));
            }
            case MAKE -> make(name);
            case MAKE_OR_DELETE -> {
                makeOrDelete(name, false);
                if (!firstNames.isEmpty() && !hasOtherNames(Path.of(name))) {
                    // The key may soon be that of another file.
                    firstNames.remove(key(name));
                }
            }
            case MAKE_LINK -> makeOrDelete(name, true);
            case LOCK -> {
                String first = firstName(name);
                changed.add("locks of " + (first == null ? location(name) : first));
            }
            case RENAME -> {
                renamed = name;
                newName = follow(other, false);
                rename(name, newName);
                MappedFiles.rename(name, newName);
            }
            case LINK -> {
                touch(changed, name);
                Object key = key(name);
                if (key != null) {
                    firstNames.putIfAbsent(key, location(name));
                }
                newName = follow(other, false);
                makeOrDelete(newName, true);
            }
        }
    }

    /** {@code now}: what the descriptor has become; null if nothing has got another name since. */
    private String opened(String path, String now) throws IOException {
        String name = new File(path).getCanonicalPath();
        if (now == null || now.equals(name)) {
            return name;
        }
        unclear = "a file is used through a descriptor that was opened under another name";
        return now;
    }

    private static final String FILE = "file ";

    private static String location(String name) {
        return FILE + name;
    }

    /** Who changes something in a directory that is watched learns who watches it. */
    private void addWatches() {
        for (String directory : changedDirectories()) {
            if (FileStates.isShared(Watches.state(directory))) {
                changed.add(Watches.state(directory));
            }
        }
    }

    /** What is done with a file that is mapped into memory is done with the memory. */
    private static void addMappings(Set<String> touched) {
        for (String name : files(touched)) {
            String memory = MappedFiles.memoryOf(name);
            if (memory != null) {
                touched.add(memory);
            }
        }
    }

    /** What is changed, and what that is in. */
    private Set<String> changedDirectories() {
        Set<String> found = new TreeSet<>();
        for (String name : files(changed)) {
            found.add(name);
            found.add(name.lastIndexOf('/') > 0 ? name.substring(0, name.lastIndexOf('/')) : "/");
        }
        return found;
    }

    /** Whether something is changed in one of these directories. */
    boolean areIn(Collection<String> directories) {
        for (String directory : changedDirectories()) {
            if (directories.contains(directory)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of these directories gets another name. */
    boolean rename(Collection<String> directories) {
        for (String directory : directories) {
            if (renamed != null && (directory + "/").startsWith(renamed + "/")) {
                return true;
            }
        }
        return false;
    }

    /** Names of files that are looked at. */
    List<String> lookedNames() {
        return files(looked);
    }

    /** Names of files that are changed, or get another name. */
    List<String> changedNames() {
        return files(changed);
    }

    /** The names of the files among these locations. */
    private static List<String> files(Set<String> touched) {
        List<String> found = new ArrayList<>();
        for (String state : touched) {
            if (state.startsWith(FILE)) {
                found.add(state.substring(FILE.length()));
            }
        }
        return found;
    }

    /** Whether this one, which is to be put back, keeps the time of its last change, or gets one that it had before. */
    boolean keepsTime(Use use, Path path) {
        return switch (use) {
            case SET, SET_ITSELF -> true;
            case RENAME -> path.startsWith(renamed) || path.startsWith(newName);
            case LINK -> path.toString().equals(newName);
            default -> false;
        };
    }

    private static String link(String name) {
        return "link " + name;
    }

    /** Whether the thread does not know yet where this name leads. */
    private boolean stopsAt(String name) {
        looked.add(link(name));
        whole &= !FileStates.isShared(link(name)) || known.contains(Versions.keyOfState(link(name)));
        return !whole;
    }

    /** A path without symbolic links, except for the last name if that is not to be followed. */
    private String follow(String path, boolean last) throws IOException {
        Deque<String> rest = new ArrayDeque<>();
        push(rest, new File(path).getAbsolutePath());
        String name = "";
        int links = 0;
        while (!rest.isEmpty()) {
            String part = rest.pop();
            if (part.equals("..")) {
                name = name.substring(0, Math.max(0, name.lastIndexOf('/')));
                continue;
            }
            String next = name + "/" + part;
            if (rest.isEmpty() && !last) {
                return next;
            }
            if (stopsAt(next)) {
                return next;
            }
            Path file = Path.of(next);
            if (Files.isSymbolicLink(file)) {
                if (++links > MOST_LINKS) {
                    throw new IOException("too many links");
                }
                String target = Files.readSymbolicLink(file).toString();
                push(rest, target);
                name = target.startsWith("/") ? "" : name;
            } else {
                name = next;
            }
        }
        return name.isEmpty() ? "/" : name;
    }

    private static void push(Deque<String> rest, String path) {
        String[] parts = path.split("/");
        for (int i = parts.length - 1; i >= 0; i--) {
            if (!parts[i].isEmpty() && !parts[i].equals(".")) {
                rest.push(parts[i]);
            }
        }
    }

    /** What has this name is used, by whatever name it is known. */
    private void touch(Set<String> touched, String name) {
        touched.add(location(name));
        if (stopsAt(name)) {
            return;
        }
        String first = firstName(name);
        if (first != null) {
            touched.add(first);
        }
    }

    /** The directory is touched if there is no such file, which the thread may have to learn first. */
    private void make(String name) {
        if (Files.exists(Path.of(name), LinkOption.NOFOLLOW_LINKS)) {
            touch(changed, name);
            kept.add(Path.of(name));
        } else if (FileStates.isShared(location(name)) && !known.contains(Versions.keyOfState(location(name)))) {
            changed.add(location(name));
            whole = false;
        } else {
            makeOrDelete(name, false);
        }
    }

    private void makeOrDelete(String name, boolean link) {
        touch(changed, name);
        File file = new File(name);
        if (link || Files.isSymbolicLink(file.toPath()) || firstName(name) != null
                || FileStates.isShared(link(name))) {
            changed.add(link(name));
        }
        kept.add(file.toPath());
        if (file.getParent() != null) {
            changed.add(location(file.getParent()));
            kept.add(Path.of(file.getParent()));
        }
    }

    /** With a directory goes what is in it. */
    private void rename(String from, String to) {
        makeOrDelete(from, false);
        makeOrDelete(to, Files.isSymbolicLink(Path.of(from)) || firstName(from) != null);
        String[] inside = Files.isSymbolicLink(Path.of(from)) ? null : new File(from).list();
        if (inside != null) {
            for (String name : inside) {
                rename(from + File.separator + name, to + File.separator + name);
            }
        }
    }

    /** The location of the name under which the file of this name was known before it got it; null if it is that. */
    private String firstName(String name) {
        Object key = key(name);
        if (key == null) {
            return null;
        }
        String first = firstNames.get(key);
        if (first != null) {
            return first;
        }
        if (hasOtherNames(Path.of(name))) {
            unclear = "a file that threads share had several names (hard links) before";
            return "file " + key;
        }
        return null;
    }

    /** What a use of this file touches beside its name: the one before it, or what stands for all; or null. */
    static String otherName(String name) {
        Object key = key(name);
        String first = key == null ? null : firstNames.get(key);
        if (first != null) {
            return first.substring(FILE.length());
        }
        return key != null && hasOtherNames(Path.of(name)) ? key.toString() : null;
    }

    private static Object key(String name) {
        try {
            Path path = Path.of(name);
            return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    ? Files.readAttributes(path, java.nio.file.attribute.BasicFileAttributes.class).fileKey() : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Whether a file has several names. */
    static boolean hasOtherNames(Path path) {
        try {
            return (Integer) Files.getAttribute(path, "unix:nlink", LinkOption.NOFOLLOW_LINKS) > 1;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isOfSystem(String path) {
        return path.startsWith("/proc/") || path.startsWith("/dev/") && !path.startsWith("/dev/shm/")
                || path.startsWith("/sys/");
    }
}

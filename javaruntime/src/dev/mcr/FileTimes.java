package dev.mcr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;

/**
 * When files were last changed, for programs that ask: what the program has changed was changed at the virtual time at
 * which it did so, not at the one of the machine, which is another one in each execution.
 *
 * <p>A use that may change a file notes the time of the thread. Who looks at the file has the file system tell that
 * time, if it tells another one than before the change: to open a file for writing changes nothing, and whether
 * something was written is not known here. A time that the program sets stays.
 */
final class FileTimes {
    private FileTimes() {}

    private static final class Change {
        /** What the file system told when last looked; null if there was no file. */
        FileTime known;
        /** Virtual time of the last use that may have changed the file, in milliseconds. */
        long millis;
        /** What the file system tells next is right, whatever it is: the program may have set it. */
        boolean isSet;

        Change(FileTime known) {
            this.known = known;
        }
    }

    /** What this execution has changed, by names without links. */
    private static Map<String, Change> changes = new HashMap<>();

    static void reset() {
        changes = new HashMap<>();
    }

    /** The program asks for the time of a file. */
    static void asked(Control me) {
        if (me != null && !me.isSilent()) {
            Insights.show(Insights.FILE_TIMES_ARE_ASKED);
        }
    }

    /** Whether nothing was changed whose time matters. */
    static boolean isUnchanged() {
        return changes.isEmpty();
    }

    /** The calling thread is about to use these. */
    static void use(Control me, FileNames.Use use, FileNames names) {
        if (!Insights.has(Insights.FILE_TIMES_ARE_ASKED) || !use.changes() && changes.isEmpty()) {
            return;
        }
        long millis = use.changes() ? VirtualTime.millis(me) : 0;
        Hooks.running = null;
        try {
            if (use.changes()) {
                for (Path path : names.kept) {
                    changes(path, names.keepsTime(use, path), millis);
                }
            } else {
                look(names);
            }
        } finally {
            Hooks.running = me;
        }
    }

    private static void changes(Path path, boolean keepsTime, long millis) {
        Change change = changes.computeIfAbsent(path.toString(), name -> new Change(FilesPutBack.timeBefore(path)));
        if (keepsTime || change.isSet) {
            tell(path, change);
        }
        change.isSet = keepsTime;
        if (!keepsTime) {
            change.millis = millis;
        }
    }

    /** The calling thread, which is not under control now, looks at these. */
    private static void look(FileNames names) {
        for (String name : names.lookedNames()) {
            Change change = changes.get(name);
            if (change != null) {
                tell(Path.of(name), change);
            }
        }
    }

    /** From here on the file system tells the right time. */
    private static void tell(Path path, Change change) {
        try {
            FileTime now = time(path);
            if (!change.isSet && now != null && !now.equals(change.known)) {
                FileTime right = FileTime.fromMillis(change.millis);
                Files.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .setTimes(right, null, null);
                now = time(path);
            }
            change.known = now;
            change.isSet = false;
        } catch (IOException e) {
            Native.notCovered("a file is changed whose time cannot be set", 0);
        }
    }

    private static FileTime time(Path path) throws IOException {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                ? Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).lastModifiedTime()
                : null;
    }
}

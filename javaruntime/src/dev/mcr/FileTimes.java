package dev.mcr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When files were last changed, for programs that ask: what the program has changed was changed at the virtual time at
 * which it did so, not at the one of the machine, which is another one in each execution.
 *
 * <p>A use that may change a file has the virtual time of the thread at which it began. Who looks at the file has the
 * file system tell that time, if it tells another one than before the change: to open a file for writing changes
 * nothing, and whether something was written is not known here. A time that the program sets stays.
 *
 * <p>The clock begins after the last change of each file that the program looks at and has not changed
 * ({@link VirtualTime#startsAfter}): nothing is older than what was there before.
 */
final class FileTimes {
    private FileTimes() {}

    private static final class Change {
        /** What the file system told when last looked; null if there was no file. */
        FileTime known;
        /** That is a time from before the execution. */
        boolean isFromBefore = true;
        /** Virtual time of the last use that may have changed the file, in milliseconds; 0 if there was none. */
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

    /**
     * The time of a use that is about to begin, in milliseconds; 0 if it does not matter. To ask for it is a step of
     * its own, and between that of a use and what it does there may be none.
     */
    static long begin(Control me, FileNames.Use use) {
        return use.changes() && Insights.has(Insights.FILE_TIMES_ARE_ASKED) ? VirtualTime.millis(me) : 0;
    }

    /** The calling thread is about to use these; the use began then. */
    static void use(Control me, FileNames.Use use, FileNames names, long millis) {
        if (!Insights.has(Insights.FILE_TIMES_ARE_ASKED)) {
            return;
        }
        long newest = 0;
        Hooks.running = null;
        try {
            if (use == FileNames.Use.LINK) {
                look(names.changedNames());
            }
            if (use.changes()) {
                for (Path path : names.kept) {
                    changes(path, names.keepsTime(use, path), millis);
                }
            } else {
                newest = look(names.lookedNames());
            }
        } finally {
            Hooks.running = me;
        }
        if (!me.isSilent() && newest > VirtualTime.startMillis(me)) {
            Insights.clockStartsAfter(newest);
        }
    }

    private static void changes(Path path, boolean keepsTime, long millis) {
        Change change = changes.get(path.toString());
        if (change == null) {
            change = new Change(time(path));
            changes.put(path.toString(), change);
        } else {
            tell(path, change);
        }
        change.isSet = keepsTime;
        if (!keepsTime) {
            change.millis = Math.max(change.millis, millis);
        }
    }

    /** The calling thread, which is not under control now, looks at these; when the newest was changed, or 0. */
    private static long look(List<String> names) {
        long newest = 0;
        for (String name : names) {
            Path path = Path.of(name);
            Change change = changes.get(name);
            if (change != null) {
                tell(path, change);
            }
            FileTime time = change == null ? time(path) : change.isFromBefore ? change.known : null;
            newest = time == null ? newest : Math.max(newest, time.toMillis());
        }
        return newest;
    }

    /** From here on the file system tells the right time. */
    private static void tell(Path path, Change change) {
        FileTime now = time(path);
        if (change.isSet) {
            change.isFromBefore = false;
        } else if (now != null && !now.equals(change.known)) {
            change.isFromBefore = false;
            now = set(path, change.millis) ? time(path) : now;
        }
        change.known = now;
        change.isSet = false;
    }

    private static boolean set(Path path, long millis) {
        if (millis == 0) {
            Native.notCovered("a file is used whose time has changed by another name of it", 0);
            return false;
        }
        try {
            Files.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setTimes(FileTime.fromMillis(millis), null, null);
            return true;
        } catch (IOException e) {
            Native.notCovered("a file is changed whose time cannot be set", 0);
            return false;
        }
    }

    /** Null if there is no such file, or none that can be asked. */
    private static FileTime time(Path path) {
        try {
            return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                    ? Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .lastModifiedTime()
                    : null;
        } catch (IOException e) {
            return null;
        }
    }
}

package dev.mcr;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Which directories are watched, and by which queues.
 *
 * <p>That a directory is watched is a location, once the program has watched it in any execution: who begins or ceases
 * to watch updates it, and so does who changes something in the directory. So each change comes before or after that,
 * and all changes in one directory are in an order. Who has learned it knows which queues the change goes to.
 */
final class Watches {
    private Watches() {}

    private static final String WATCHED = "watches of ";
    /** An event, if a change is told to several queues. */
    private static final String MEETING = "changes for several watch services";

    /** Those of this execution, by their numbers. */
    private static TreeMap<Integer, WatchQueue> queues = new TreeMap<>();
    /** The one that was made last. */
    private static WatchQueue newest;

    /** The system forgets what is left of an execution. */
    static void reset() {
        queues.values().forEach(WatchQueue::close);
        queues = new TreeMap<>();
        newest = null;
    }

    static WatchQueue make(Control me) {
        long name = Network.name(me, "watch service");
        int number = Network.numberOf(name);
        Control seen = Hooks.suspend();
        try {
            newest = new WatchQueue(name, number, WatchQueue.open());
            if (queues.put(number, newest) != null) {
                Native.unsupported("two watch services of the program have got the same number");
            }
            return newest;
        } finally {
            Hooks.resume(seen);
        }
    }

    static WatchQueue newest() {
        return newest;
    }

    static WatchQueue of(int number) {
        return queues.get(number);
    }

    /** What has to do with who watches a directory. */
    static String state(String directory) {
        return WATCHED + directory;
    }

    /** The thread begins or ceases to watch a directory, right after this. */
    static void touch(Control me, String directory) {
        String state = state(directory);
        FileStates.share(Versions.keyOfState(state));
        long location = Versions.ofState(state);
        JointCalls.isLocked(location);
        JointCalls.lookAndUpdate(me, JointCalls.NONE, new long[] {location}, Hash.mix(me.id, me.history), me.place());
    }

    /** The thread changes files right after this, and has said so. */
    static void changes(Control me, FileNames names) {
        if (queues.isEmpty()) {
            return;
        }
        List<WatchQueue> told = new ArrayList<>();
        for (WatchQueue queue : queues.values()) {
            if (names.rename(queue.directories.values())) {
                Native.notCovered("a directory that is watched gets another name", me.place());
            }
            if (names.areIn(queue.directories.values())) {
                told.add(queue);
            }
        }
        if (told.size() > 1) {
            FileStates.share(Versions.keyOfState(MEETING));
        }
        JointCalls.before(me, locks(told), () -> told.forEach(queue -> queue.changes(me)));
    }

    /** What is to be locked while a change has been said to some queues, and not to others. */
    private static long[] locks(List<WatchQueue> told) {
        long[] locks = JointCalls.NONE;
        for (WatchQueue queue : told) {
            locks = FileStates.isShared(MEETING) ? JointCalls.with(locks, queue.name) : locks;
        }
        return locks;
    }

    /** The thread of a queue takes what is in it. */
    static void take(Control me, WatchQueue queue, Runnable step) {
        if (FileStates.isShared(MEETING)) {
            JointCalls.leave(me);
            JointCalls.before(me, locks(List.of(queue)), step);
        } else {
            step.run();
        }
    }
}

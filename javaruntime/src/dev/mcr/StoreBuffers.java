package dev.mcr;

/**
 * The threads' store buffers, as the heap shows them (docs/architecture.md, "Memory models").
 *
 * <p>Only one thread runs at a time, and the heap always holds what that thread sees: memory, overlaid with the newest
 * value that it has written to each location and that has not arrived yet. So whatever reads the heap, hooks or not,
 * reads what the thread is to read. When the turn passes to another thread, the overlay of the one before is taken off,
 * and its own is put on. Which write arrives when is the scheduler's decision; here it only comes about.
 *
 * <p>The newest value need not be told: it is what the program's own instruction puts into the heap after
 * {@link #wrote}.
 */
final class StoreBuffers {
    private StoreBuffers() {}

    /** Whether writes wait in buffers. */
    static boolean on;
    /** Whether writes to several locations may arrive in another order than that in which they were done. */
    static boolean partial;

    /** The thread whose view the heap shows. */
    private static Control viewer;

    /** An execution begins. */
    static void reset() {
        int model = Native.memoryModel();
        on = model != Codes.SC;
        partial = model == Codes.PSO;
        viewer = null;
    }

    /** A location to which a thread has written, with those of its values that have not arrived. */
    private static final class Cell {
        final long location;
        final Object base;
        final ClassInfo.FieldInfo place;
        /** How many writes have not arrived. */
        int writes;
        /** Their values, oldest first, without the newest; from {@code oldest} on. */
        private Object[] older = NONE;
        private int oldest;
        private int count;
        /** While the thread is the viewer: what memory holds. Else the newest value. */
        Object hidden;
        /** Of the cells of the same thread with {@code writes > 0}. */
        Cell next;
        Cell previous;

        Cell(long location, Object base, ClassInfo.FieldInfo place) {
            this.location = location;
            this.base = base;
            this.place = place;
        }

        void addOlder(Object value) {
            if (oldest + count == older.length) {
                Object[] moved = new Object[Math.max(4, count * 2)];
                System.arraycopy(older, oldest, moved, 0, count);
                older = moved;
                oldest = 0;
            }
            older[oldest + count++] = value;
        }

        Object takeOldest() {
            Object value = older[oldest];
            older[oldest++] = null;
            count--;
            return value;
        }

        void exchange() {
            Object shown = ClassInfo.value(base, place);
            ClassInfo.put(base, place, hidden);
            hidden = shown;
        }
    }

    private static final Object[] NONE = {};

    /** The store buffer of one thread. */
    static final class Buffer {
        /** Of all locations to which the thread has written, by location. */
        private Cell[] cells = new Cell[1 << 4];
        private int size;
        /** Those that have something buffered. */
        private Cell first;

        private Cell find(long location) {
            return cells[slot(cells, location)];
        }

        private Cell cell(long location, Object base, ClassInfo.FieldInfo place) {
            Cell cell = find(location);
            if (cell == null) {
                cell = new Cell(location, base, place);
                if (++size * 2 > cells.length) {
                    grow();
                }
                cells[slot(cells, location)] = cell;
            }
            return cell;
        }

        private static int slot(Cell[] cells, long location) {
            int mask = cells.length - 1;
            int i = (int) (location ^ location >>> 32) & mask;
            while (cells[i] != null && cells[i].location != location) {
                i = i + 1 & mask;
            }
            return i;
        }

        private void grow() {
            Cell[] bigger = new Cell[cells.length * 2];
            for (Cell cell : cells) {
                if (cell != null) {
                    bigger[slot(bigger, cell.location)] = cell;
                }
            }
            cells = bigger;
        }

        /** Something is written to a location where nothing is buffered. */
        private void link(Cell cell) {
            cell.next = first;
            cell.previous = null;
            if (first != null) {
                first.previous = cell;
            }
            first = cell;
        }

        /** All that was written to a location has arrived. */
        private void unlink(Cell cell) {
            if (cell.previous == null) {
                first = cell.next;
            } else {
                cell.previous.next = cell.next;
            }
            if (cell.next != null) {
                cell.next.previous = cell.previous;
            }
            cell.hidden = null;
        }

        /** Puts the overlay on or takes it off. */
        private void exchange() {
            for (Cell cell = first; cell != null; cell = cell.next) {
                cell.exchange();
            }
        }
    }

    /**
     * A thread has the turn, and another one may have had it since: what has arrived meanwhile arrives, and the heap
     * shows the thread's view.
     */
    static void turn(Control me) {
        long[] arrived = Native.arrivals();
        if (arrived != null) {
            for (int i = 0; i < arrived.length; i += 2) {
                arrive(arrived[i], arrived[i + 1]);
            }
        }
        if (viewer != me) {
            if (viewer != null) {
                viewer.buffer.exchange();
            }
            me.buffer.exchange();
            viewer = me;
        }
    }

    /** The thread is about to write to a location: the event has happened, and the instruction follows. */
    static void wrote(Control me, long location, Object base, ClassInfo.FieldInfo place) {
        wrote(me, location, base, place, ClassInfo.value(base, place));
    }

    /** The same if the newest value is in the heap already; the one before it is given. */
    static void wrote(Control me, long location, Object base, ClassInfo.FieldInfo place, Object before) {
        Cell cell = me.buffer.cell(location, base, place);
        if (cell.writes++ == 0) {
            cell.hidden = before;
            me.buffer.link(cell);
        } else {
            cell.addOlder(before);
        }
    }

    /** The oldest write of a thread to a location arrives in memory. */
    private static void arrive(long thread, long location) {
        Control writer = Threads.find(thread);
        Cell cell = writer == null ? null : writer.buffer.find(location);
        if (cell == null || cell.writes == 0) {
            Native.unsupported("a mistake in mcr itself: a write arrives that nobody has done");
            return;
        }
        boolean newest = --cell.writes == 0;
        if (writer == viewer) {
            if (newest) {
                writer.buffer.unlink(cell);
            } else {
                cell.hidden = cell.takeOldest();
            }
            return;
        }
        Object value = newest ? cell.hidden : cell.takeOldest();
        if (newest) {
            writer.buffer.unlink(cell);
        }
        Cell over = viewer == null ? null : viewer.buffer.find(location);
        if (over != null && over.writes > 0) {
            over.hidden = value;
        } else {
            ClassInfo.put(cell.base, cell.place, value);
        }
    }
}

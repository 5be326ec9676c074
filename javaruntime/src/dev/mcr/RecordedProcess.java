package dev.mcr;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that the program has started. It has ended from the beginning, with what {@link ProcessRecords} has of it;
 * or it reads its input, and then it answers what the program has written and flushed, and ends when that is closed, or
 * by itself.
 *
 * <p>What it has printed so far is asked for when the program reads. A process that answers otherwise than before to
 * the same input has no answer that all executions could get: that ends the check.
 *
 * <p>Invariant: one that has ended does not change. One that has not is used by the thread alone that has started it:
 * so nothing about it is news from another thread.
 */
final class RecordedProcess extends Process {
    /** How one has ended that a signal has ended. */
    private static final int TERMINATED = 128 + 15;
    private static final int KILLED = 128 + 9;
    private static final String CLOSED = "Stream closed";

    private final Control owner;
    private final ProcessRecords.Command command;
    private final Redirect[] redirects;
    private final boolean[] pipes;
    private final Input input;
    /** Null until it has ended. */
    private ProcessRecords.Result result;
    /** What it has answered so far, and to how many bytes; until it has ended. */
    private ProcessRecords.Result so;
    private int asked;
    private final Late[] printed = new Late[3];
    private final InputStream[] late = new InputStream[3];
    private InputStream output;
    private InputStream errors;
    /** The thread that has started it knows that it has ended. */
    private boolean endIsKnown;
    /** Which questions have found that it has not ended, when it had. */
    private int slowFor;
    private static final int ALIVE = 1, STATUS = 2, NO_LIMIT = 4;

    RecordedProcess(Control owner, ProcessRecords.Command command, Redirect[] redirects, boolean[] pipes,
            ProcessRecords.Result result) throws IOException {
        this.owner = owner;
        this.command = command;
        this.redirects = redirects;
        this.pipes = pipes;
        input = new Input();
        if (result.wantsInput()) {
            so = result;
        } else {
            end(owner, result);
        }
    }

    /**
     * What the program writes to a process: a buffer, as in the JDK. Where that is closed, or the thread knows that
     * nobody reads it any more, what is in it cannot be handed on.
     */
    private final class Input extends OutputStream {
        private static final int BUFFER = 8192;

        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        /** How much of it has reached the process. */
        private int flushed;
        private boolean closed;

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (!isRead("writes to")) {
                return;
            }
            if (length >= BUFFER || written.size() - flushed + length > BUFFER) {
                handOn();
            }
            written.write(bytes, offset, length);
            if (length >= BUFFER) {
                handOn();
            }
        }

        @Override
        public void flush() throws IOException {
            if (isRead("writes to")) {
                handOn();
            }
        }

        private void handOn() throws IOException {
            if (flushed < written.size() && (closed || endIsKnown)) {
                throw new IOException(CLOSED);
            }
            flushed = written.size();
        }

        @Override
        public void close() throws IOException {
            if (!isRead("closes the input of") || closed) {
                return;
            }
            if (result == null) {
                answer(Hooks.self(), ProcessRecords.result(Hooks.self(), command, written.toByteArray(), false));
                flushed = written.size();
            }
            try {
                handOn();
            } finally {
                closed = true;
            }
        }

        /** Whether it matters: not what other threads write to one that has never read anything. */
        private boolean isRead(String what) {
            return so != null ? own(what) != null : Hooks.self() == owner;
        }

        /** What has reached the process. */
        private byte[] reached() {
            return Arrays.copyOf(written.toByteArray(), flushed);
        }
    }

    /** It has read more, or that there is no more. */
    private void answer(Control me, ProcessRecords.Result now) throws IOException {
        if (!begins(now.output(), so.output()) || !begins(now.errors(), so.errors())) {
            Threads.refuse(me, "a process (" + command.shown()
                    + ") has answered otherwise than before to the same input: this is not recorded");
        }
        if (isPrintedInVain(1, now.output(), so.output()) || isPrintedInVain(2, now.errors(), so.errors())) {
            Native.notCovered("a process prints what the program does not take any more, which may end it", me.place());
        }
        so = now;
        if (!now.wantsInput()) {
            end(me, now);
        }
    }

    private boolean isPrintedInVain(int stream, byte[] all, byte[] before) {
        return printed[stream] != null && printed[stream].closed && all.length > before.length;
    }

    private static boolean begins(byte[] all, byte[] with) {
        return all.length >= with.length
                && Arrays.equals(all, 0, with.length, with, 0, with.length);
    }

    /** What it does once it has read what has reached it. */
    private void ask(String what) {
        if (result != null) {
            return;
        }
        Control me = own(what);
        if (input.flushed > asked) {
            asked = input.flushed;
            try {
                answer(me, ProcessRecords.result(me, command, input.reached(), true));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The calling thread, which has started it. */
    private Control own(String what) {
        Control me = Hooks.self();
        if (me != owner) {
            Threads.refuse(me == null ? owner : me, "a thread " + what + " a process (" + command.shown()
                    + ") that reads input and that another thread has started: this is not recorded");
        }
        return me;
    }

    /** It is to have ended. */
    private ProcessRecords.Result ended(String what) {
        ask(what);
        if (result == null) {
            Threads.refuse(owner, "a thread " + what + " a process (" + command.shown()
                    + ") that waits for input, of which the program has neither written more nor closed it: in a JVM "
                    + "both would wait for ever");
        }
        return result;
    }

    /**
     * Whether it has ended, to who does not wait for that: it may take some time, but each kind of question finds that
     * only once. Other threads than the one that has started it find that it has taken none.
     */
    private boolean hasEnded(int question) {
        ask("asks for the end of");
        Control me = Hooks.self();
        if (result == null || me != owner || endIsKnown) {
            return result != null;
        }
        if ((slowFor & question) == 0 && !me.isSilent() && Steps.step(me, me.place(), Codes.CHOOSE, 2, 0) == 1) {
            slowFor |= question;
            return false;
        }
        endIsKnown = true;
        return true;
    }

    /** The calling thread has waited for its end. */
    private void knowsEnd() {
        endIsKnown |= Hooks.self() == owner;
    }

    /** It ends: what it has printed goes where it is to go. */
    private void end(Control me, ProcessRecords.Result with) throws IOException {
        result = with;
        output = deliver(me, 1, StandardFile.OUT, with.output());
        errors = deliver(me, 2, StandardFile.ERR, command.merge() ? new byte[0] : with.errors());
    }

    private InputStream deliver(Control me, int stream, StandardFile inherited, byte[] bytes) throws IOException {
        if (pipes[stream]) {
            return new BufferedInputStream(new ByteArrayInputStream(bytes));
        }
        Redirect to = redirects[stream];
        if (to.type() == Redirect.Type.INHERIT) {
            inherited.write(me, bytes, 0, bytes.length);
        } else if (to != Redirect.DISCARD && !(stream == 2 && command.merge())) {
            try (FileOutputStream file = new FileOutputStream(to.file(), to.type() == Redirect.Type.APPEND)) {
                file.write(bytes);
            }
        }
        return InputStream.nullInputStream();
    }

    @Override
    public OutputStream getOutputStream() {
        return input;
    }

    @Override
    public InputStream getInputStream() {
        return so != null ? late(1) : output;
    }

    @Override
    public InputStream getErrorStream() {
        return so != null ? late(2) : errors;
    }

    /** It is the same one each time. */
    private InputStream late(int stream) {
        if (late[stream] == null) {
            printed[stream] = new Late(stream);
            late[stream] = new BufferedInputStream(printed[stream]);
        }
        return late[stream];
    }

    /** What a process prints that reads its input. */
    private final class Late extends InputStream {
        private final int stream;

        Late(int stream) {
            this.stream = stream;
        }

        private int read;
        private boolean closed;

        private void check() throws IOException {
            if (closed) {
                throw new IOException(CLOSED);
            }
        }

        /** What is there to be read: at least one byte, or the end. */
        private byte[] bytes() throws IOException {
            check();
            byte[] bytes = printed("reads from");
            if (read == bytes.length && result == null) {
                ended("reads from");
            }
            return bytes;
        }

        private byte[] printed(String what) {
            ask(what);
            boolean merged = stream == 2 && command.merge();
            return merged || !pipes[stream] ? new byte[0] : stream == 1 ? so.output() : so.errors();
        }

        @Override
        public int read() throws IOException {
            byte[] bytes = bytes();
            return read < bytes.length ? bytes[read++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, into.length);
            if (length == 0) {
                return 0;
            }
            byte[] bytes = bytes();
            int n = Math.min(length, bytes.length - read);
            System.arraycopy(bytes, read, into, offset, n);
            read += n;
            return n == 0 ? -1 : n;
        }

        @Override
        public int available() throws IOException {
            check();
            return printed("reads from").length - read;
        }

        @Override
        public void close() {
            if (result == null) {
                own("closes the output of");
            }
            closed = true;
        }
    }

    @Override
    public int waitFor() {
        int status = ended("waits for").status();
        knowsEnd();
        return status;
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        if (timeout <= 0) {
            return hasEnded(NO_LIMIT);
        }
        ask("waits for");
        if (result == null) {
            // It does nothing unless this thread writes.
            long nanos = unit.toNanos(timeout);
            try {
                VirtualTime.sleep(owner, nanos / VirtualTime.NANOS_PER_MILLI,
                        (int) (nanos % VirtualTime.NANOS_PER_MILLI));
            } catch (InterruptedException e) {
                // It waits on a monitor in the JDK.
                throw new InterruptedException();
            }
            return false;
        }
        knowsEnd();
        return true;
    }

    @Override
    public int exitValue() {
        if (!hasEnded(STATUS)) {
            throw new IllegalThreadStateException("process hasn't exited");
        }
        return result.status();
    }

    @Override
    public boolean isAlive() {
        return !hasEnded(ALIVE);
    }

    @Override
    public CompletableFuture<Process> onExit() {
        ended("waits for");
        knowsEnd();
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void destroy() {
        destroy(TERMINATED);
    }

    @Override
    public Process destroyForcibly() {
        destroy(KILLED);
        return this;
    }

    /** What it has printed is nobody's, unless it went elsewhere than to the program. */
    private void destroy(int status) {
        Control me = result == null ? own("ends") : Hooks.self();
        try {
            if (result == null) {
                end(me, new ProcessRecords.Result(so.output(), so.errors(), status, null, false));
            }
            closeStreams(me);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the JDK does in any case. */
    private void closeStreams(Control me) throws IOException {
        input.closed |= me == owner;
        if (pipes[1]) {
            close(me, getInputStream());
        }
        if (pipes[2]) {
            close(me, getErrorStream());
        }
    }

    /** Threads that read from it find that. */
    private static void close(Control me, InputStream stream) throws IOException {
        if (!me.isSilent()) {
            Versions.update(me, Versions.of(me, stream), Hash.mix(me.id, me.history), me.place());
        }
        stream.close();
    }

    @Override
    public boolean supportsNormalTermination() {
        return true;
    }

    @Override
    public ProcessHandle toHandle() {
        Threads.refuse(owner, "the program asks for the handle of a process (" + command.shown()
                + "), or for what the system knows of it: this is not recorded");
        throw new AssertionError();
    }

    /** A number that follows from the command. */
    @Override
    public long pid() {
        return 100_000 + (Hash.text(owner.id, command.shown()) & 0xfffff);
    }

    @Override
    public String toString() {
        return "Process[pid=" + pid() + ", exitValue=" + (result == null ? "\"not exited\"" : result.status()) + "]";
    }
}

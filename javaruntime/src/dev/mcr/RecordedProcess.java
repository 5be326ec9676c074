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
    private final OutputStream input;
    /** Null until it has ended. */
    private ProcessRecords.Result result;
    /** What it has answered so far, and to how many bytes; until it has ended. */
    private ProcessRecords.Result so;
    private int asked;
    private final Late[] late = new Late[3];
    private InputStream output;
    private InputStream errors;

    RecordedProcess(Control owner, ProcessRecords.Command command, Redirect[] redirects, boolean[] pipes,
            ProcessRecords.Result result) throws IOException {
        this.owner = owner;
        this.command = command;
        this.redirects = redirects;
        this.pipes = pipes;
        if (result.wantsInput()) {
            input = new Input();
            so = result;
        } else {
            // Whatever is written, it does not read.
            input = OutputStream.nullOutputStream();
            end(owner, result);
        }
    }

    /** What the program writes to a process that reads it: a buffer, as in the JDK. */
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
            own("writes to");
            if (closed) {
                throw new IOException(CLOSED);
            }
            if (length >= BUFFER || written.size() - flushed + length > BUFFER) {
                flushed = written.size();
            }
            written.write(bytes, offset, length);
            if (length >= BUFFER) {
                flushed = written.size();
            }
        }

        @Override
        public void flush() {
            own("writes to");
            flushed = written.size();
        }

        @Override
        public void close() throws IOException {
            Control me = own("closes the input of");
            if (!closed && result == null) {
                answer(me, ProcessRecords.result(me, command, written.toByteArray(), false));
            }
            closed = true;
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
        so = now;
        if (!now.wantsInput()) {
            end(me, now);
        }
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
        Input to = (Input) input;
        if (to.flushed > asked) {
            asked = to.flushed;
            try {
                answer(me, ProcessRecords.result(me, command, to.reached(), true));
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
    private Late late(int stream) {
        if (late[stream] == null) {
            late[stream] = new Late(stream);
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
        return ended("waits for").status();
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
        ask("waits for");
        if (result == null && timeout > 0) {
            // It does nothing unless this thread writes.
            long nanos = unit.toNanos(timeout);
            VirtualTime.sleep(owner, nanos / VirtualTime.NANOS_PER_MILLI, (int) (nanos % VirtualTime.NANOS_PER_MILLI));
        }
        return result != null;
    }

    @Override
    public int exitValue() {
        ask("asks for the end of");
        if (result == null) {
            throw new IllegalThreadStateException("process hasn't exited");
        }
        return result.status();
    }

    @Override
    public boolean isAlive() {
        ask("asks for the end of");
        return result == null;
    }

    @Override
    public CompletableFuture<Process> onExit() {
        ended("waits for");
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
        if (result != null) {
            return;
        }
        Control me = own("ends");
        try {
            end(me, new ProcessRecords.Result(so.output(), so.errors(), status, null, false));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ((Input) input).closed = true;
        late(1).closed = true;
        late(2).closed = true;
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

package dev.mcr;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that the program has started. It has ended from the beginning, with what {@link ProcessRecords} has of it;
 * or it reads its input, and then it runs and ends when that is closed.
 *
 * <p>Invariant: one that has ended does not change. One that has not is used by the thread alone that has started it:
 * so nothing about it is news from another thread.
 */
final class RecordedProcess extends Process {
    private static final int TERMINATED = 128 + 15;

    private final Control owner;
    private final ProcessRecords.Command command;
    private final Redirect[] redirects;
    private final boolean[] pipes;
    private final OutputStream input;
    /** Null until it has ended. */
    private ProcessRecords.Result result;
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
        } else {
            // Whatever is written, it does not read.
            input = OutputStream.nullOutputStream();
            end(owner, result);
        }
    }

    /** What the program writes to a process that reads it. */
    private final class Input extends OutputStream {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private boolean closed;

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            own("writes to");
            if (closed) {
                throw new IOException("Stream closed");
            }
            written.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            Control me = own("closes the input of");
            if (!closed && result == null) {
                end(me, ProcessRecords.result(me, command, written.toByteArray()));
            }
            closed = true;
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
        if (result == null) {
            Control me = own(what);
            Threads.refuse(me, "a thread " + what + " a process (" + command.shown()
                    + ") that waits for input, before it has closed that: this is not recorded");
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
        return result != null ? output : new Late(1);
    }

    @Override
    public InputStream getErrorStream() {
        return result != null ? errors : new Late(2);
    }

    /** A stream that the program has got before the process has ended. */
    private final class Late extends InputStream {
        private final int stream;

        Late(int stream) {
            this.stream = stream;
        }

        private InputStream stream() {
            ended("reads from");
            return stream == 1 ? output : errors;
        }

        @Override
        public int read() throws IOException {
            return stream().read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return stream().read(bytes, offset, length);
        }

        @Override
        public int available() throws IOException {
            return stream().available();
        }

        @Override
        public void close() throws IOException {
            stream().close();
        }
    }

    @Override
    public int waitFor() {
        return ended("waits for").status();
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) {
        ended("waits for");
        return true;
    }

    @Override
    public int exitValue() {
        return ended("asks for the end of").status();
    }

    @Override
    public boolean isAlive() {
        ended("asks for the end of");
        return false;
    }

    @Override
    public CompletableFuture<Process> onExit() {
        ended("waits for");
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void destroy() {
        if (result == null) {
            own("ends");
            result = new ProcessRecords.Result(new byte[0], new byte[0], TERMINATED, null);
            output = InputStream.nullInputStream();
            errors = InputStream.nullInputStream();
        }
    }

    @Override
    public Process destroyForcibly() {
        destroy();
        return this;
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

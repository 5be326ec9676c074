package dev.mcr;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Formatter;
import java.util.Locale;

/**
 * {@code System.out} or {@code System.err} of the program: each call makes its text first, then prints it in one
 * visible operation.
 *
 * <p>As in the JDK a stream that was closed, or whose file was, prints nothing more, and says so if it is asked
 * ({@code checkError}).
 */
final class Output extends PrintStream {
    private final StandardFile file;
    private boolean closed;
    private boolean failed;

    Output(StandardFile file) {
        super(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        this.file = file;
    }

    /** As it is when an execution begins. */
    void reopen() {
        closed = false;
        failed = false;
    }

    /** Whether what is printed to a stream is dropped. */
    static boolean isUnseen(Object stream) {
        return stream instanceof Output && ((Output) stream).file != StandardFile.OUT;
    }

    private void emit(String text) {
        Control me = Hooks.self();
        if (me == null && file == StandardFile.OUT && !text.isEmpty() && Unseen.self() != null) {
            emitUnseen(text);
            return;
        }
        boolean entered = CallMonitors.enterStream(me, this);
        if (me != null && isOpen(me, !text.isEmpty())) {
            file.print(me, text);
        }
        if (entered) {
            CallMonitors.leaveStream(me, this);
        }
    }

    /** A loader of the program prints while it loads a class. As long as there is one thread, that is as any print. */
    private void emitUnseen(String text) {
        if (!Threads.isAlone()) {
            LoaderCode.isNotCovered("what a class loader of the program prints while it loads a class");
            return;
        }
        int depth = Unseen.reveal();
        try {
            emit(text);
        } finally {
            Unseen.hide(depth);
        }
    }

    /** Whether a call may go on; {@code writes}: what is below is used. */
    private boolean isOpen(Control me, boolean writes) {
        file.look(me);
        if (!closed && !(writes && file.isClosed())) {
            return true;
        }
        if (!failed) {
            file.changes(me);
            failed = true;
        }
        return false;
    }

    private static String text(Object value) {
        Control me = Hooks.self();
        return CallEvents.text(me, value, me == null ? 0 : me.callSite);
    }

    private void emitLine(String text) {
        emit(text + System.lineSeparator());
    }

    @Override public void print(boolean v) { emit(String.valueOf(v)); }

    @Override public void print(char v) { emit(String.valueOf(v)); }

    @Override public void print(int v) { emit(String.valueOf(v)); }

    @Override public void print(long v) { emit(String.valueOf(v)); }

    @Override public void print(float v) { emit(String.valueOf(v)); }

    @Override public void print(double v) { emit(String.valueOf(v)); }

    @Override public void print(char[] v) { emit(String.valueOf(v)); }

    @Override public void print(String v) { emit(String.valueOf(v)); }

    @Override public void print(Object v) { emit(text(v)); }

    @Override public void println() { emitLine(""); }

    @Override public void println(boolean v) { emitLine(String.valueOf(v)); }

    @Override public void println(char v) { emitLine(String.valueOf(v)); }

    @Override public void println(int v) { emitLine(String.valueOf(v)); }

    @Override public void println(long v) { emitLine(String.valueOf(v)); }

    @Override public void println(float v) { emitLine(String.valueOf(v)); }

    @Override public void println(double v) { emitLine(String.valueOf(v)); }

    @Override public void println(char[] v) { emitLine(String.valueOf(v)); }

    @Override public void println(String v) { emitLine(v); }

    @Override public void println(Object v) { emitLine(text(v)); }

    @Override public PrintStream printf(String format, Object... arguments) { return format(format, arguments); }

    @Override public PrintStream printf(Locale locale, String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    @Override public PrintStream format(String format, Object... arguments) {
        return formatted(new Formatter(), null, format, arguments);
    }

    @Override public PrintStream format(Locale locale, String format, Object... arguments) {
        return formatted(new Formatter(locale), locale, format, arguments);
    }

    /** Unlike other text, this is made while the monitor is held. */
    private PrintStream formatted(Formatter formatter, Locale locale, String format, Object[] arguments) {
        Control me = Hooks.self();
        boolean entered = CallMonitors.enterStream(me, this);
        try {
            if (locale == null) {
                formatter.format(format, arguments);
            } else {
                formatter.format(locale, format, arguments);
            }
            emit(formatter.toString());
        } finally {
            if (entered) {
                CallMonitors.leaveStream(me, this);
            }
        }
        return this;
    }

    @Override public PrintStream append(CharSequence text) {
        emit(String.valueOf(text));
        return this;
    }

    @Override public PrintStream append(CharSequence text, int start, int end) {
        emit((text == null ? "null" : text).subSequence(start, end).toString());
        return this;
    }

    @Override public PrintStream append(char v) {
        emit(String.valueOf(v));
        return this;
    }

    @Override public void write(int b) { emit(new String(new byte[] {(byte) b}, StandardCharsets.ISO_8859_1)); }

    @Override public void write(byte[] bytes, int offset, int length) {
        emit(new String(bytes, offset, length, StandardCharsets.UTF_8));
    }

    @Override public void write(byte[] bytes) { write(bytes, 0, bytes.length); }

    @Override public void writeBytes(byte[] bytes) { write(bytes, 0, bytes.length); }

    @Override public void flush() { emit(""); }

    @Override public void close() {
        Control me = Hooks.self();
        if (me == null) {
            return;
        }
        boolean entered = CallMonitors.enterStream(me, this);
        file.look(me);
        if (!closed) {
            file.changes(me);
            closed = true;
            file.close();
        }
        if (entered) {
            CallMonitors.leaveStream(me, this);
        }
    }

    @Override public boolean checkError() {
        Control me = Hooks.self();
        if (me == null) {
            return false;
        }
        file.look(me);
        if (!closed) {
            flush();
        }
        file.look(me);
        return failed;
    }
}

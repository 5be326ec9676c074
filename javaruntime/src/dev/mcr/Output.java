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
 * <p>What {@code write(int)} is given waits in a buffer, as in the JDK: until it is full, or somebody flushes it,
 * prints text, or writes a line feed. Once the program does that, the buffer is a version, and each call holds the
 * monitor of the stream.
 *
 * <p>As in the JDK a stream that was closed, or whose file was, prints nothing more, and says so if it is asked
 * ({@code checkError}).
 */
final class Output extends PrintStream {
    private static final String BUFFER = "System.out buffer";
    private static final int CAPACITY = 128;

    private final StandardFile file;
    private boolean closed;
    private boolean failed;
    private final byte[] buffer = new byte[CAPACITY];
    private int buffered;

    Output(StandardFile file) {
        super(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        this.file = file;
    }

    /** As it is when an execution begins. */
    void reopen() {
        closed = false;
        failed = false;
        buffered = 0;
    }

    /** Whether what is printed to a stream is dropped. */
    static boolean isUnseen(Object stream) {
        return stream instanceof Output && ((Output) stream).file != StandardFile.OUT;
    }

    /**
     * Under TSO and PSO: whether the method called here has to be made a fence. Each holds the monitor of the stream;
     * to print on {@code System.out} is a fence by itself.
     */
    boolean isFence(int site) {
        if (file != StandardFile.OUT) {
            return true;
        }
        String method = Native.siteMethod(site);
        return method.equals("flush") || method.equals("checkError");
    }

    private void emit(String text) { emit(text, !text.isEmpty()); }

    /** {@code flushes}: also what waits in the buffer. */
    private void emit(String text, boolean flushes) {
        Control me = Hooks.self();
        if (me == null && file == StandardFile.OUT && !text.isEmpty() && Unseen.self() != null) {
            emitUnseen(text);
            return;
        }
        if (me == null) {
            return;
        }
        boolean entered = CallMonitors.enterStream(me, this);
        if (flushes && isBuffering(me)) {
            Versions.look(me, BUFFER);
        }
        boolean waits = flushes && buffered > 0;
        if (isOpen(me, waits || !text.isEmpty())) {
            String encoded = encoded(me, text);
            file.print(me, waits ? takeBuffer(me) + encoded : encoded);
        }
        if (entered) {
            CallMonitors.leaveStream(me, this);
        }
    }

    private static boolean hasSurrogates(String text) {
        int i = 0;
        while (i < text.length() && !Character.isSurrogate(text.charAt(i))) {
            i++;
        }
        return i < text.length();
    }

    /**
     * What the encoder of the stream makes of half a pair of surrogates: a question mark, or nothing as long as the
     * other half may come. The JDK waits for what is printed next, by whatever thread; here it has to be the same one.
     */
    private static String encoded(Control me, String text) {
        if (text.isEmpty() || me.halfPrinted == 0 && !hasSurrogates(text)) {
            return text;
        }
        String all = me.halfPrinted == 0 ? text : me.halfPrinted + text;
        me.halfPrinted = 0;
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < all.length(); i++) {
            char unit = all.charAt(i);
            boolean last = i + 1 == all.length();
            if (!Character.isSurrogate(unit)) {
                made.append(unit);
            } else if (Character.isLowSurrogate(unit) || !last && !Character.isLowSurrogate(all.charAt(i + 1))) {
                made.append('?');
            } else if (last) {
                me.halfPrinted = unit;
            } else {
                made.append(unit).append(all.charAt(++i));
            }
        }
        return made.toString();
    }

    private boolean isBuffering(Control me) {
        if (!Insights.has(Insights.OUT_BUFFERS) || file != StandardFile.OUT) {
            return false;
        }
        me.initialiserTells();
        return true;
    }

    private String takeBuffer(Control me) {
        Versions.update(me, BUFFER, Hash.mix(me.id, me.history));
        String text = new String(buffer, 0, buffered, StandardCharsets.UTF_8);
        buffered = 0;
        return text;
    }

    private void buffer(Control me, byte value) {
        me.initialiserTells();
        Insights.show(Insights.OUT_BUFFERS);
        CallMonitors.usedByProgram(me, this);
        boolean entered = CallMonitors.enterStream(me, this);
        Versions.look(me, BUFFER);
        boolean full = buffered == CAPACITY;
        if (isOpen(me, full)) {
            if (full) {
                file.print(me, takeBuffer(me));
            }
            Versions.update(me, BUFFER, Hash.mix(Hash.mix(me.id, me.history), value));
            buffer[buffered++] = value;
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
        Pieces pieces = new Pieces(arguments);
        return formatted(pieces, new Formatter(pieces), format, arguments);
    }

    @Override public PrintStream format(Locale locale, String format, Object... arguments) {
        Pieces pieces = new Pieces(arguments);
        return formatted(pieces, new Formatter(pieces, locale), format, arguments);
    }

    /** Unlike other text, this is made while the monitor is held. */
    private PrintStream formatted(Pieces pieces, Formatter formatter, String format, Object[] arguments) {
        Control me = Hooks.self();
        if (me == null) {
            formatter.format(format, arguments);
            pieces.print();
            return this;
        }
        boolean entered = CallMonitors.enterStream(me, this);
        try {
            if (isOpen(me, false)) {
                long before = me.events;
                try {
                    formatter.format(format, arguments);
                } finally {
                    boolean acted = me.events != before;
                    if (acted && !me.stopping && !Threads.isAlone()) {
                        CallMonitors.usedByProgram(me, this);
                    }
                    pieces.print();
                }
            }
        } finally {
            if (entered) {
                CallMonitors.leaveStream(me, this);
            }
        }
        return this;
    }

    /**
     * What a {@code Formatter} makes. The JDK prints it piece by piece: that shows if an argument prints, waits or ends
     * the program when it is asked for its text. Once one has done anything, the monitor is an event ({@link
     * #formatted}), and so is each piece; before that all are printed in one operation.
     */
    private final class Pieces implements Appendable {
        private final boolean atOnce;
        private final StringBuilder text = new StringBuilder();

        Pieces(Object[] arguments) {
            atOnce = Hooks.self() != null && CallMonitors.isUsed(Output.this) && mayAct(arguments);
        }

        @Override public Appendable append(CharSequence piece) {
            text.append(piece);
            return appended();
        }

        @Override public Appendable append(CharSequence piece, int start, int end) {
            text.append(piece, start, end);
            return appended();
        }

        @Override public Appendable append(char piece) {
            text.append(piece);
            return appended();
        }

        private Appendable appended() {
            if (atOnce) {
                print();
            }
            return this;
        }

        void print() {
            String made = text.toString();
            text.setLength(0);
            emit(made);
        }
    }

    /** Whether making the text of these may be more than to read what never changes. */
    private static boolean mayAct(Object[] arguments) {
        for (int i = 0; arguments != null && i < arguments.length; i++) {
            if (arguments[i] != null && ClassInfo.of(arguments[i].getClass()).kind != ClassInfo.IMMUTABLE) {
                return true;
            }
        }
        return false;
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

    @Override public void write(int b) {
        Control me = Hooks.self();
        if (b == '\n' || me == null) {
            emit(String.valueOf((char) (b & 0xff)));
        } else if (file == StandardFile.OUT) {
            buffer(me, (byte) b);
        }
    }

    @Override public void write(byte[] bytes, int offset, int length) {
        emit(new String(bytes, offset, length, StandardCharsets.UTF_8), true);
    }

    @Override public void write(byte[] bytes) { write(bytes, 0, bytes.length); }

    @Override public void writeBytes(byte[] bytes) { write(bytes, 0, bytes.length); }

    @Override public void flush() { emit("", true); }

    @Override public void close() {
        Control me = Hooks.self();
        if (me == null) {
            return;
        }
        boolean entered = CallMonitors.enterStream(me, this);
        file.look(me);
        if (!closed) {
            emit("", true);
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

package dev.mcr;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.DataOutputStream;
import java.io.FilterOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Calls that {@link StepMethods} takes for one step, and that are several because of what they are given, or because of
 * what is below: a number that lies across a boundary in memory is not written at once, more than a buffer holds is
 * handed on in parts, and what flushes a stream with a buffer below it has it written and then flushed.
 */
final class CallSize {
    private CallSize() {}

    /** What is known of the arguments of a call. */
    static final class Arguments {
        /** The first primitive argument, and the last one if there are several; how many there are. */
        private long first;
        private long last;
        private int primitives;
        /** The longest text, and the longest array. */
        private int text;
        private int array;
        /** How a number lies in memory. */
        private Object layout;

        void add(long bits) {
            first = primitives++ == 0 ? bits : first;
            last = bits;
        }

        void add(Object value) {
            if (value instanceof String) {
                text = Math.max(text, ((String) value).length());
            } else if (value instanceof byte[] || value instanceof char[]) {
                array = Math.max(array, ClassInfo.length(value));
            } else if (LAYOUT != null && LAYOUT.isInstance(value)) {
                layout = value;
            }
        }

        /** Whether the two numbers say where to begin in this array and how many elements to take. */
        boolean isPartOf(Object given) {
            return primitives == 2 && first >= 0 && last >= 0 && first + last <= ClassInfo.length(given);
        }

        int partBegin() {
            return (int) first;
        }

        int partLength() {
            return (int) last;
        }

        /** How many characters are written: at least one. */
        private int characters() {
            long part = primitives == 2 ? Math.min(last, array) : array;
            return (int) Math.max(1, Math.max(part, primitives == 2 ? Math.min(last, text) : text));
        }

        /** How many bytes are written at most: those of an array or a part of it, or what a text may become. */
        private long bytes() {
            long part = primitives == 2 ? Math.min(last, array) : array;
            return Math.max(part, text == 0 ? 0 : MOST_BYTES * text + MOST_BYTES);
        }
    }

    /** How many bytes a character becomes, with what changes from one set of characters to another. */
    private static final long MOST_BYTES = 8;
    /** How much the JDK encodes before it hands it on. */
    private static final int ENCODED = 8192;

    private static final long ADDRESS = ClassInfo.UNSAFE.objectFieldOffset(Buffer.class, "address");
    private static final long BELOW = ClassInfo.UNSAFE.objectFieldOffset(FilterOutputStream.class, "out");
    private static final long BUFFER = ClassInfo.UNSAFE.objectFieldOffset(BufferedOutputStream.class, "buf");
    private static final long BELOW_WRITER = ClassInfo.UNSAFE.objectFieldOffset(BufferedWriter.class, "out");
    private static final long FILLED = ClassInfo.UNSAFE.objectFieldOffset(BufferedWriter.class, "nextChar");
    /** How many characters it holds at most; in newer releases it begins with fewer. */
    private static final long ROOM = ClassInfo.UNSAFE.objectFieldOffset(BufferedWriter.class,
            Internals.declares(BufferedWriter.class, "maxChars") ? "maxChars" : "nChars");
    private static final long ENCODER = ClassInfo.UNSAFE.objectFieldOffset(OutputStreamWriter.class, "se");
    private static final long BYTES = Internals.offset("sun.nio.cs.StreamEncoder", "bb");
    private static final long BELOW_ENCODER = Internals.offset("sun.nio.cs.StreamEncoder", "out");
    private static final long FLUSHES = ClassInfo.UNSAFE.objectFieldOffset(PrintStream.class, "autoFlush");

    /** Whether a call of an object is several accesses of it, as it is a number that its memory has in several parts. */
    static boolean isSplit(Object object, String called, Arguments arguments) {
        if (object instanceof Buffer) {
            long address = ClassInfo.UNSAFE.getLong(object, ADDRESS);
            boolean bytes = object instanceof ByteBuffer;
            int size = bytes ? sizeOf(called) : sizeOf((Buffer) object);
            if (bytes && size > 1) {
                return arguments == null || (address + arguments.first & size - 1) != 0;
            }
            return (address & size - 1) != 0;
        }
        return arguments != null && arguments.layout != null && isUnaligned(arguments.layout);
    }

    /** The number that a method of a {@code ByteBuffer} gets or puts. */
    private static int sizeOf(String called) {
        String name = called.substring(0, called.indexOf('('));
        switch (name) {
            case "getChar", "getShort", "putChar", "putShort":
                return 2;
            case "getInt", "getFloat", "putInt", "putFloat":
                return 4;
            case "getLong", "getDouble", "putLong", "putDouble":
                return 8;
            default:
                return 1;
        }
    }

    private static int sizeOf(Buffer view) {
        if (view instanceof LongBuffer || view instanceof DoubleBuffer) {
            return 8;
        }
        return view instanceof CharBuffer || view instanceof ShortBuffer ? 2 : 4;
    }

    private static final Class<?> LAYOUT = Internals.find("java.lang.foreign.ValueLayout");
    private static final Method SIZE = LAYOUT == null ? null : of("byteSize");
    private static final Method ALIGNMENT = LAYOUT == null ? null : of("byteAlignment");

    private static Method of(String name) {
        return Internals.method(Internals.type("java.lang.foreign.MemoryLayout"), name);
    }

    private static boolean isUnaligned(Object layout) {
        try {
            return (long) ALIGNMENT.invoke(layout) < (long) SIZE.invoke(layout);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Whether a call of a stream does several steps to what is below. */
    static boolean isSeveralBelow(Object stream, String called, Arguments arguments) {
        String name = called.substring(0, called.indexOf('('));
        switch (name) {
            case "flush":
                return !flushesInOne(stream) || flushesInParts(stream);
            case "close":
                return stream instanceof FilterOutputStream && !flushIsNothing(below(stream));
            case "write", "print", "append", "writeUTF":
                boolean flushed = stream instanceof PrintStream && ClassInfo.UNSAFE.getBoolean(stream, FLUSHES);
                long bytes = arguments == null ? Long.MAX_VALUE : arguments.bytes();
                return flushed && !flushIsNothing(below(stream)) || bytes >= capacity(stream)
                        || overflowsInParts(stream, arguments);
            case "newLine":
                return overflowsInParts(stream, arguments);
            default:
                return false;
        }
    }

    /** Whether a writer is so full now that it hands on more to what encodes it than that writes at once. */
    private static boolean overflowsInParts(Object stream, Arguments arguments) {
        if (!(stream instanceof BufferedWriter) || !(below(stream) instanceof OutputStreamWriter)) {
            return false;
        }
        long room = ClassInfo.UNSAFE.getInt(stream, ROOM);
        long more = arguments == null ? room : arguments.characters();
        return ClassInfo.UNSAFE.getInt(stream, FILLED) + more >= room && MOST_BYTES * room >= ENCODED;
    }

    /** Whether there is so much in a writer now that some of it is written before what encodes it is flushed. */
    private static boolean flushesInParts(Object stream) {
        Object below = stream instanceof BufferedWriter ? below(stream) : null;
        if (!(below instanceof OutputStreamWriter)) {
            return false;
        }
        Buffer encoded = (Buffer) ClassInfo.UNSAFE.getReference(ClassInfo.UNSAFE.getReference(below, ENCODER), BYTES);
        return MOST_BYTES * (ClassInfo.UNSAFE.getInt(stream, FILLED) + 1) + encoded.position() >= ENCODED;
    }

    /** Whether to flush a stream is one step at most for what is below. */
    private static boolean flushesInOne(Object stream) {
        Object below = below(stream);
        boolean passedOn = stream instanceof FilterOutputStream && !(stream instanceof BufferedOutputStream);
        // It holds the lock of what encodes its characters.
        Object next = stream instanceof BufferedWriter && below instanceof OutputStreamWriter ? below(below) : below;
        return flushIsNothing(stream) || (passedOn ? below != null && flushesInOne(below) : flushIsNothing(next));
    }

    /** Whether to flush a stream does nothing. */
    private static boolean flushIsNothing(Object stream) {
        if (stream == null) {
            return false;
        }
        Class<?> flushes = declaring(stream.getClass(), "flush");
        return flushes == OutputStream.class || flushes == java.io.StringWriter.class
                || flushes == java.io.CharArrayWriter.class
                || (flushes == FilterOutputStream.class || flushes == DataOutputStream.class)
                        && flushIsNothing(below(stream));
    }

    private static Class<?> declaring(Class<?> type, String method) {
        Method found = Internals.publicMethod(type, method);
        return found == null ? null : found.getDeclaringClass();
    }

    /** How much the smallest buffer holds of a stream and of those below it. */
    private static long capacity(Object stream) {
        long own = Long.MAX_VALUE;
        if (stream instanceof BufferedOutputStream) {
            own = ClassInfo.length(ClassInfo.UNSAFE.getReference(stream, BUFFER));
        } else if (stream instanceof PrintStream || stream instanceof Writer) {
            own = ENCODED;
        }
        Object below = below(stream);
        return below == null ? own : Math.min(own, capacity(below));
    }

    /** What a stream of the JDK writes to; null if that is not known. */
    private static Object below(Object stream) {
        if (stream instanceof FilterOutputStream) {
            return ClassInfo.UNSAFE.getReference(stream, BELOW);
        }
        if (stream instanceof BufferedWriter) {
            return ClassInfo.UNSAFE.getReference(stream, BELOW_WRITER);
        }
        Object encoder = stream instanceof OutputStreamWriter ? ClassInfo.UNSAFE.getReference(stream, ENCODER) : null;
        return encoder == null ? null : ClassInfo.UNSAFE.getReference(encoder, BELOW_ENCODER);
    }
}

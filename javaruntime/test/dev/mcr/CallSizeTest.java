package dev.mcr;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Which calls are several steps because of what they are given or of what is below. */
class CallSizeTest {
    private static final OutputStream BYTES = new ByteArrayOutputStream();
    private static final String WRITE = "write([BII)V", PRINT = "print(Ljava/lang/String;)V", FLUSH = "flush()V";

    private static CallSize.Arguments of(Object object, long... numbers) {
        CallSize.Arguments arguments = new CallSize.Arguments();
        arguments.add(object);
        for (long number : numbers) {
            arguments.add(number);
        }
        return arguments;
    }

    @Test
    void aNumberIsSplitThatDoesNotLieWhereNumbersLie() {
        ByteBuffer buffer = ByteBuffer.allocate(32);
        assertTrue(CallSize.isSplit(buffer, "putInt(II)Ljava/nio/ByteBuffer;", of(null, 2, 7)));
        assertFalse(CallSize.isSplit(buffer, "putInt(II)Ljava/nio/ByteBuffer;", of(null, 4, 7)));
        assertFalse(CallSize.isSplit(buffer, "getShort(I)S", of(null, 2)));
        assertTrue(CallSize.isSplit(buffer, "getLong(I)J", of(null, 4)));
        assertFalse(CallSize.isSplit(buffer, "get(I)B", of(null, 3)));
        buffer.position(1);
        assertTrue(CallSize.isSplit(buffer.slice().asIntBuffer(), "get(I)I", of(null, 0)));
    }

    @Test
    void aFlushIsOneStepUnlessTheStreamBelowHasABuffer() {
        OutputStream buffered = new BufferedOutputStream(BYTES);
        assertFalse(CallSize.isSeveralBelow(buffered, FLUSH, of(null)));
        assertFalse(CallSize.isSeveralBelow(new BufferedOutputStream(new DataOutputStream(BYTES)), FLUSH, of(null)));
        assertTrue(CallSize.isSeveralBelow(new BufferedOutputStream(buffered), FLUSH, of(null)));
        BufferedWriter writer = new BufferedWriter(new OutputStreamWriter(BYTES));
        assertFalse(CallSize.isSeveralBelow(writer, FLUSH, of(null)));
    }

    @Test
    void moreThanABufferHoldsIsHandedOnInParts() {
        OutputStream buffered = new BufferedOutputStream(BYTES, 16);
        assertTrue(CallSize.isSeveralBelow(new DataOutputStream(buffered), WRITE, of(new byte[20], 0, 20)));
        assertFalse(CallSize.isSeveralBelow(buffered, WRITE, of(new byte[20], 0, 10)));
        PrintStream printer = new PrintStream(BYTES);
        assertTrue(CallSize.isSeveralBelow(printer, PRINT, of("a".repeat(9000))));
        assertFalse(CallSize.isSeveralBelow(printer, PRINT, of("a")));
    }

    @Test
    void whatFlushesByItselfWritesAndFlushes() {
        PrintStream printer = new PrintStream(new BufferedOutputStream(BYTES), true);
        assertTrue(CallSize.isSeveralBelow(printer, PRINT, of("a")));
        assertFalse(CallSize.isSeveralBelow(new PrintStream(BYTES, true), PRINT, of("a")));
    }
}

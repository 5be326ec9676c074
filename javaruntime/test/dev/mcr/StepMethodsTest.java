package dev.mcr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.ShortBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which methods of the JDK are steps. */
class StepMethodsTest {
    /** Not in all JDKs that are supported. */
    private static final Set<String> NEWER = Set.of("java.lang.foreign.Arena", "java.lang.foreign.Linker",
            "java.lang.foreign.MemorySegment", "java.lang.foreign.SymbolLookup", "java.lang.ScopedValue",
            "java.lang.ScopedValue$Carrier", "java.util.regex.Matcher$ImmutableMatchResult");

    private static boolean isStep(Class<?> type, String method) {
        return StepMethods.of(type).include(method);
    }

    @Test
    void whatIsListedExists() {
        List<String> unknown = new ArrayList<>();
        StepMethods.listed().forEach((listed, methods) -> {
            String name = listed.split(" ")[0];
            try {
                Class<?> type = Class.forName(name, false, ClassLoader.getPlatformClassLoader());
                for (String method : methods) {
                    if (!method.startsWith("<") && !has(type, method)) {
                        unknown.add(name + "." + method);
                    }
                }
            } catch (ClassNotFoundException e) {
                if (!NEWER.contains(name) && !name.startsWith("dev.mcr.")) {
                    unknown.add(name);
                }
            }
        });
        assertEquals(List.of(), unknown);
    }

    /** Buffers of numbers have methods that {@code Buffer} itself does not have; so have subclasses of others. */
    private static boolean has(Class<?> type, String entry) {
        List<Class<?>> types = List.of(type);
        if (type == Buffer.class) {
            types = List.of(MappedByteBuffer.class, CharBuffer.class, ShortBuffer.class, IntBuffer.class, LongBuffer.class,
                    FloatBuffer.class, DoubleBuffer.class);
        } else if (InputStream.class.isAssignableFrom(type) || Reader.class.isAssignableFrom(type)) {
            types = List.of(type, InputStream.class, Reader.class);
        }
        for (Class<?> one : types) {
            for (Method method : one.getMethods()) {
                String described = method.getName() + Substitutes.type(method).toMethodDescriptorString();
                if (described.startsWith(entry) && (entry.contains("(") || described.startsWith(entry + "("))) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void ofAClassThatIsNotListedNoMethodIsOne() {
        assertFalse(isStep(MessageDigest.class, "update(B)V"));
        assertFalse(isStep(PushbackInputStream.class, "read()I"));
        assertFalse(StepMethods.of(MessageDigest.class).areAll());
    }

    @Test
    void theSuperclassStandsForItsSubclassesOnlyIfItSaysSo() {
        assertFalse(isStep(DataOutputStream.class, "writeInt(I)V"));
        assertTrue(isStep(FileChannel.class, "force(Z)V"));
        assertTrue(isStep(new Random() {}.getClass(), "nextInt()I"));
    }

    @Test
    void someMethodsAreMeantByTheirParameters() {
        assertTrue(isStep(ByteBuffer.class, "get(I)B"));
        assertFalse(isStep(ByteBuffer.class, "get()B"));
        assertFalse(isStep(ByteBuffer.class, "getInt()I"));
        assertFalse(isStep(ByteBuffer.class, "position(I)Ljava/nio/ByteBuffer;"));
    }

    @Test
    void namesAreWhole() {
        assertFalse(isStep(Random.class, "nextGaussian()D"));
        assertTrue(isStep(Random.class, "nextGaussians()D"));
        assertTrue(StepMethods.of(ByteArrayOutputStream.class).areAll());
    }
}

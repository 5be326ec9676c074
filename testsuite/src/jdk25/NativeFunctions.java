import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Functions of the C library, called through handles of the linker.
 *
 * <p>Without arguments: one thread fills memory by {@code memset}, main reads a byte of it: 0, 7. "mask": {@code umask}
 * answers with what the last call has set, here 18 or, if the other thread came before, 1. "sort": the function that
 * {@code qsort} calls compares the two elements, sets x, and wants the greater one first. Main reads the first element
 * and then x: 1 0, or 1 1 if the comparison ends in between, or 2 1, as x is set before the elements are exchanged. In
 * the end 2 comes first.
 *
 * <p>What such functions do to memory is no step in a JVM: where another thread uses it at once, that is said, and not that all is complete.
 */
public class NativeFunctions {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle MEMSET = function("memset", FunctionDescriptor.of(ValueLayout.ADDRESS,
            ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
    private static final MethodHandle UMASK = function("umask",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    private static final MethodHandle QSORT = function("qsort", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS,
            ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));

    private static volatile int x;

    private static MethodHandle function(String name, FunctionDescriptor type) {
        return LINKER.downcallHandle(LINKER.defaultLookup().find(name).get(), type);
    }

    static int downwards(MemorySegment one, MemorySegment other) {
        int difference = one.get(ValueLayout.JAVA_INT, 0) - other.get(ValueLayout.JAVA_INT, 0);
        x = 1;
        return -difference;
    }

    private interface Action {
        void run() throws Throwable;
    }

    private static Thread start(Action action) {
        Thread thread = new Thread(() -> {
            try {
                action.run();
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Throwable {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(8);
            switch (args.length == 0 ? "" : args[0]) {
                case "mask": {
                    int before = (int) UMASK.invokeExact(18);
                    Thread thread = start(() -> UMASK.invoke(1));
                    int found = (int) UMASK.invokeExact(2);
                    thread.join();
                    before = (int) UMASK.invokeExact(before);
                    System.out.println(found);
                    break;
                }
                case "sort": {
                    MethodType type = MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class);
                    MethodHandle compare = MethodHandles.lookup().findStatic(NativeFunctions.class, "downwards", type);
                    MemorySegment function = LINKER.upcallStub(compare, FunctionDescriptor.of(ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS.withTargetLayout(ValueLayout.JAVA_INT),
                            ValueLayout.ADDRESS.withTargetLayout(ValueLayout.JAVA_INT)), arena);
                    memory.set(ValueLayout.JAVA_INT, 0, 1);
                    memory.set(ValueLayout.JAVA_INT, 4, 2);
                    Thread thread = start(() -> {
                        QSORT.invokeExact(memory, 2L, 4L, function);
                    });
                    String read = memory.get(ValueLayout.JAVA_INT, 0) + " " + x;
                    thread.join();
                    System.out.println(read + " " + memory.get(ValueLayout.JAVA_INT, 0));
                    break;
                }
                default: {
                    Thread thread = start(() -> {
                        MemorySegment same = (MemorySegment) MEMSET.invokeExact(memory, 7, 8L);
                    });
                    byte read = memory.get(ValueLayout.JAVA_BYTE, 5);
                    thread.join();
                    System.out.println(read);
                }
            }
        }
    }
}

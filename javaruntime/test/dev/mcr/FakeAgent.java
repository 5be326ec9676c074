package dev.mcr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stands in for the agent. The {@link Native} of the tests is made from the real one: each native method calls
 * {@link #call} with its name and its arguments. Unless a test has said what a method answers, that is 0, false or
 * null.
 */
final class FakeAgent {
    private FakeAgent() {}

    /** A call of a native method. */
    record Call(String method, List<Object> arguments) {
        long number(int index) {
            return ((Number) arguments.get(index)).longValue();
        }

        long[] numbers(int index) {
            return (long[]) arguments.get(index);
        }
    }

    /** All calls since {@link #begin}. */
    static final List<Call> CALLS = new ArrayList<>();
    private static final Map<String, Object> ANSWERS = new HashMap<>();

    /** An execution begins, under this memory model. */
    static void begin(int memoryModel) {
        CALLS.clear();
        ANSWERS.clear();
        ANSWERS.put("memoryModel", memoryModel);
        StoreBuffers.reset();
        Names.reset();
        Initialisation.reset();
    }

    /** What a native method answers from here on. */
    static void answer(String method, Object value) {
        ANSWERS.put(method, value);
    }

    /** A thread of the program, which has the turn. */
    static Control thread(int number) {
        Control thread = new Control(Thread.currentThread(), 1000L + number, number);
        Hooks.running = thread;
        return thread;
    }

    /** The calls of one method. */
    static List<Call> calls(String method) {
        return CALLS.stream().filter(call -> call.method.equals(method)).toList();
    }

    /** Called by all methods of the {@link Native} of the tests. */
    static Object call(String method, Object... arguments) {
        CALLS.add(new Call(method, Arrays.asList(arguments)));
        // Classes in tests are those of the application.
        if (method.equals("rewritten")) {
            return ((String) arguments[0]).startsWith("dev.mcr.") && ((String) arguments[0]).contains("Test$");
        }
        return ANSWERS.get(method);
    }

    static long number(Object answer) {
        return answer == null ? 0 : ((Number) answer).longValue();
    }

    static boolean truth(Object answer) {
        return answer != null && (Boolean) answer;
    }
}

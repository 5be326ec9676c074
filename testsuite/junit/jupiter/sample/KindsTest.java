package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mcr.junit.ConcurrencyTest;
import dev.mcr.junit.Explore;
import dev.mcr.junit.Outcomes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of test that Jupiter has, with and without a mistake that some schedules show. */
class KindsTest {
    private static int classes;

    @TempDir
    Path directory;
    private int x;

    @BeforeAll
    static void once() {
        classes++;
    }

    @BeforeEach
    void each() {
        x = 10;
    }

    /** Each execution has the class anew. */
    @AfterEach
    void after() {
        assertEquals(1, classes);
    }

    @ConcurrencyTest
    void counts() throws Throwable {
        AtomicInteger n = new AtomicInteger();
        Explore.threads(n::incrementAndGet, n::incrementAndGet);
        assertEquals(2, n.get());
    }

    /** Under TSO both may read what was there before: with one outcome less expected it would fail. */
    @ConcurrencyTest(memoryModel = "tso", outcomes = {"0 0", "0 1", "1 0", "1 1"})
    void storeBuffering() throws Throwable {
        int[] v = new int[4];
        Explore.threads(() -> {
            v[0] = 1;
            v[2] = v[1];
        }, () -> {
            v[1] = 1;
            v[3] = v[0];
        });
        System.out.println(v[2] + " " + v[3]);
    }

    /** Under sequential consistency 0 0 is not possible. */
    @ConcurrencyTest(outcomes = {"0 1", "1 0", "1 1"})
    void sequentialConsistency() throws Throwable {
        storeBuffering();
    }

    /** Two increments may be one. */
    @Test
    @Outcomes("2")
    void unexpectedOutcome() throws Throwable {
        int[] n = {0};
        Explore.threads(() -> n[0]++, () -> n[0]++);
        System.out.println(n[0]);
    }

    /** Never both: each adds 1. */
    @Test
    @Outcomes(value = {"1", "2", "3"}, all = true)
    void missingOutcome() throws Throwable {
        int[] n = {0};
        Explore.threads(() -> n[0]++, () -> n[0]++);
        System.out.println(n[0]);
    }

    @Test
    void lostUpdate() throws Exception {
        Thread a = new Thread(() -> x++);
        Thread b = new Thread(() -> x++);
        a.start();
        b.start();
        a.join();
        b.join();
        assertEquals(12, x);
    }

    /** JUnit by itself does not see what another thread throws. */
    @Test
    void assertionInThread() throws Exception {
        Thread a = new Thread(() -> assertEquals(11, x));
        a.start();
        x++;
        a.join();
    }

    @Test
    void nullDereference() throws Exception {
        String[] text = {"a"};
        Thread a = new Thread(() -> text[0] = null);
        a.start();
        text[0].length();
        a.join();
    }

    @Test
    void deadlock() throws Exception {
        Object left = new Object();
        Object right = new Object();
        Thread a = new Thread(() -> {
            synchronized (left) {
                synchronized (right) {
                    x++;
                }
            }
        });
        a.start();
        synchronized (right) {
            synchronized (left) {
                x++;
            }
        }
        a.join();
    }

    @Test
    @Disabled("not now")
    void disabled() {
        fail();
    }

    @Test
    void assumption() {
        assumeTrue(false, "no network");
        fail();
    }

    /** Some executions give up by an assumption: the others count. */
    @Test
    void assumptionOfSome() throws Exception {
        Thread a = new Thread(() -> x++);
        a.start();
        int seen = x;
        a.join();
        assumeTrue(seen == 11, "too early");
        assertEquals(11, x);
    }

    @Test
    @Timeout(5)
    void inTime() throws Exception {
        Thread a = new Thread(() -> x++);
        a.start();
        a.join();
        assertEquals(11, x);
    }

    @Test
    @Timeout(5)
    void notInTime() throws Exception {
        new CountDownLatch(1).await();
    }

    @Test
    @Tag("slow")
    void inTimeInAnotherThread() {
        assertTimeoutPreemptively(Duration.ofSeconds(1), () -> x++);
        assertEquals(11, x);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void parameters(int n) throws Exception {
        Thread a = new Thread(() -> x += n);
        a.start();
        x++;
        a.join();
        // 3 alone can be lost: 10 + 3 + 1.
        assertTrue(n < 3 || x == 14, "x is " + x);
    }

    @RepeatedTest(2)
    void repeated() {
        assertEquals(10, x);
    }

    @TestFactory
    Stream<DynamicNode> made() {
        DynamicTest fails = DynamicTest.dynamicTest("two", () -> fail("no"));
        return Stream.of(DynamicTest.dynamicTest("one", () -> assertEquals(10, x)),
                DynamicContainer.dynamicContainer("more", Arrays.asList(fails)));
    }

    @Test
    void files() throws Exception {
        Thread a = new Thread(() -> {
            try {
                Files.write(directory.resolve("file"), new byte[] {1});
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        });
        a.start();
        a.join();
        assertTrue(Files.exists(directory.resolve("file")));
    }

    @Test
    void checkedException() throws Exception {
        throw new java.io.IOException("no file");
    }

    /** A test of another class, which is nested. */
    @Nested
    class Inside {
        private int y;

        @BeforeEach
        void more() {
            y = x + 1;
        }

        @Test
        void nested() {
            assertEquals(11, y);
        }
    }
}

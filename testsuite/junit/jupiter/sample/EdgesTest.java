package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mcr.junit.Outcomes;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that end early, are not there, or are more than they seem. */
class EdgesTest {
    /** That the first gives up says nothing of the others. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void firstGivesUp(int n) {
        assumeTrue(n > 1);
        assertEquals(2, n);
    }

    /** JUnit by itself does not notice: the JVM is gone before it can. */
    @Test
    void exits() {
        System.exit(0);
    }

    static IntStream none() {
        return IntStream.empty();
    }

    /** JUnit wants at least one. */
    @ParameterizedTest
    @MethodSource("none")
    void noArguments(int n) {
        fail();
    }

    @TestFactory
    Stream<DynamicNode> makesNone() {
        return Stream.empty();
    }

    @TestFactory
    Stream<DynamicNode> emptyContainerFirst() {
        return Stream.of(DynamicContainer.dynamicContainer("empty", Stream.empty()),
                DynamicTest.dynamicTest("fails", () -> fail("second")));
    }

    /** A text that is printed before it is clear that the test does not run is no outcome. */
    @Test
    @Outcomes("printed")
    void givesUpAfterPrinting() {
        System.out.print("something else");
        assumeTrue(false, "late");
    }

    @ParameterizedTest
    @CsvSource({"2", "3"})
    void csv(int n) {
        assertEquals(n, x() + n - 1);
    }

    private static int x() {
        return 1;
    }

    /** What looks like a line of the checker is a text like others. */
    @Test
    void printsWhatItLikes() {
        System.out.println("none\nskipped: not me");
        fail("seen");
    }
}

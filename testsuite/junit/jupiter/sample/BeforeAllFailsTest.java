package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** None of these tests is run; each of the methods fails, once. */
class BeforeAllFailsTest {
    @BeforeAll
    static void fails() {
        throw new IllegalStateException("before all");
    }

    @Test
    void one() {
        assertEquals(1, 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void several(int n) {
        assertEquals(n, n);
    }
}

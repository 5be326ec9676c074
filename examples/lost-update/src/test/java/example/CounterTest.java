package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mcr.junit.ConcurrencyTest;
import dev.mcr.junit.Explore;

/** A counter that two threads increment: {@code hits++} reads, adds and writes. */
class CounterTest {
    private int hits;

    @ConcurrencyTest
    void everyHitCounts() throws Throwable {
        Explore.threads(() -> hits++, () -> hits++);
        assertEquals(2, hits);
    }
}

package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mcr.junit.ConcurrencyTest;
import dev.mcr.junit.Explore;
import org.junit.jupiter.api.Test;

class AccountTest {
    private int balance;

    /** Two deposits at once: one of them may be lost. */
    @ConcurrencyTest
    void deposits() throws Throwable {
        Explore.threads(() -> balance += 10, () -> balance += 10);
        assertEquals(20, balance);
    }

    @ConcurrencyTest
    void lockedDeposits() throws Throwable {
        Explore.threads(this::deposit, this::deposit);
        assertEquals(20, balance);
    }

    /** No concurrency test: only JUnit runs it. */
    @Test
    void oneDeposit() {
        deposit();
        assertEquals(10, balance);
    }

    private synchronized void deposit() {
        balance += 10;
    }
}

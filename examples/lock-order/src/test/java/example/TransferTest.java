package example;

import dev.mcr.junit.ConcurrencyTest;
import dev.mcr.junit.Explore;

/** Transfers lock both accounts, first the one that the money comes from. */
class TransferTest {
    private static final class Account {
        private int balance = 100;

        void transfer(Account to, int amount) {
            synchronized (this) {
                synchronized (to) {
                    balance -= amount;
                    to.balance += amount;
                }
            }
        }
    }

    @ConcurrencyTest
    void transfersInBothDirections() throws Throwable {
        Account one = new Account();
        Account other = new Account();
        Explore.threads(() -> one.transfer(other, 10), () -> other.transfer(one, 20));
    }
}

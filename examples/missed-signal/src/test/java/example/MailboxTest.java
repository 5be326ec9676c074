package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mcr.junit.ConcurrencyTest;
import dev.mcr.junit.Explore;

/** Who takes looks outside of the lock whether there is something, and then waits. */
class MailboxTest {
    private static final class Mailbox {
        private volatile String letter;

        synchronized void put(String text) {
            letter = text;
            notifyAll();
        }

        String take() throws InterruptedException {
            if (letter == null) {
                synchronized (this) {
                    wait();
                }
            }
            return letter;
        }
    }

    @ConcurrencyTest
    void lettersArrive() throws Throwable {
        Mailbox mailbox = new Mailbox();
        Explore.threads(() -> mailbox.put("hello"), () -> assertEquals("hello", mailbox.take()));
    }
}

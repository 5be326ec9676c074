/**
 * SCTBench, {@code CS.account_bad}: a deposit, a withdrawal and a check of an account, by a thread each, under one
 * lock. The check does nothing unless both others are done.
 *
 * <p>Bug: the check subtracts the deposit instead of adding it. AssertionError in the thread that checks.
 *
 * <p>Shown by: the check, which is started first, comes last. 0 preemptions: main waits, and any thread may be next.
 *
 * <p>Without parameters.
 */
public class AccountBad {
    static final int INITIAL = 1;
    static final int DEPOSIT = 2;
    static final int WITHDRAWAL = 4;
    static final Object lock = new Object();
    static int balance = INITIAL;
    static boolean deposited;
    static boolean withdrawn;

    static void deposit() {
        synchronized (lock) {
            balance += DEPOSIT;
            deposited = true;
        }
    }

    static void withdraw() {
        synchronized (lock) {
            balance -= WITHDRAWAL;
            withdrawn = true;
        }
    }

    static void check() {
        synchronized (lock) {
            if (deposited && withdrawn && balance != INITIAL - DEPOSIT - WITHDRAWAL) {
                throw new AssertionError("the balance is wrong");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {
            new Thread(AccountBad::check, "check"),
            new Thread(AccountBad::deposit, "deposit"),
            new Thread(AccountBad::withdraw, "withdrawal"),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}

/**
 * An account of 100: two deposits of 100 without a lock, two withdrawals of 100 with one, by four threads.
 *
 * <p>The lock keeps the withdrawals from losing each other, but nothing keeps a deposit from losing anything: the
 * last assertion can fail.
 */
public class Account {
    static final Object lock = new Object();
    static int balance = 100;

    static final class Deposit extends Thread {
        @Override
        public void run() {
            balance = balance + 100;
        }
    }

    static final class Withdrawal extends Thread {
        @Override
        public void run() {
            synchronized (lock) {
                balance = balance - 100;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {new Deposit(), new Deposit(), new Withdrawal(), new Withdrawal()};
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        int last = balance;
        System.out.println(last);
        assert last == 100 : "balance is " + last;
    }
}

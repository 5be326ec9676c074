/** Two threads change a balance; one of them with a lock. */
class Account {
    static final Object lock = new Object(); // +
    static int balance = 100;       // +
    static int unrelated;           // -

    static class Deposit extends Thread {
        public void run() {
            balance = balance + 100; // *
        }
    }

    static class Withdrawal extends Thread {
        public void run() {
            synchronized (lock) {   // +
                balance = balance - 100; // +
                unrelated++;        // -
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread deposit = new Deposit(); // +
        Thread withdrawal = new Withdrawal(); // + what it is made with decides whether it comes to start
        deposit.start();            // +
        withdrawal.start();         // +
        deposit.join();             // - comes after both starts
        int last = balance;         // -
        System.out.println(last);   // -
        assert last == 100 : "balance is " + last; // -
    }
}

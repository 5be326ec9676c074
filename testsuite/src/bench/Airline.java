/**
 * Six tickets for a plane with five seats, each sold by a thread of its own that looks under a lock whether there is a seat left.
 *
 * <p>Who finds no seat stops the sale. For that all six must have been started, so nobody is kept from starting, and the reads of {@code stop} come before
 * the only write: no race. The threads sell in any order: 6! = 720 behaviours, each thread in one of 6 positions, main always the same: 37
 * local ones.
 */
public class Airline {
    static final int TICKETS = 6;
    static final int SEATS = 5;
    static final Object lock = new Object();
    static int sold;
    static boolean stop;

    static final class Seller extends Thread {
        @Override
        public void run() {
            synchronized (lock) {
                if (sold >= SEATS) {
                    stop = true;
                } else {
                    sold++;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] sellers = new Thread[TICKETS];
        for (int i = 0; i < TICKETS; i++) {
            if (!stop) {
                sellers[i] = new Seller();
                sellers[i].start();
            }
        }
        for (Thread seller : sellers) {
            if (seller != null) {
                seller.join();
            }
        }
        assert sold <= SEATS : sold;
        System.out.println("sold " + sold);
    }
}

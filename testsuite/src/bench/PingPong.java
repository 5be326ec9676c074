/**
 * Five threads use a shared reference, take it away and put it back: a thread that comes in between finds null.
 *
 * <p>A thread that copies the null puts null back, for good.
 */
public class PingPong {
    static final class Player {
        private int points = 7;

        int get() {
            return points;
        }
    }

    static Player player = new Player();

    static final class Round extends Thread {
        @Override
        public void run() {
            player.get();
            Player t = player;
            player = null;
            player = t;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[5];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Round();
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("done");
    }
}

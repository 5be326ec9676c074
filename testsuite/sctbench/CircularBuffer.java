/**
 * SCTBench, {@code CS.circular_buffer_bad}: a sender puts the number of its round into a buffer if it is its turn, and
 * a receiver takes one if it is its turn, and wants it to be the number of its own round; N rounds each, under one
 * lock. Arguments: N (7), at least 1.
 *
 * <p>Bug: both count rounds in which it was not their turn. AssertionError in the receiver.
 *
 * <p>Shown by: the receiver has had a round in vain, the sender sends 0, and the receiver wants 1. 1 preemption, of the
 * receiver between two rounds. Without any, one thread is done before the other begins, and at most number 0 is
 * received, in round 0.
 *
 * <p>Right for N = 1, wrong from 2.
 */
public class CircularBuffer {
    static final int SIZE = 10;
    static final Object lock = new Object();
    static final int[] buffer = new int[SIZE];
    static int rounds;
    static int first;
    static int next;
    static boolean sendersTurn = true;
    static boolean receiversTurn;

    static void send() {
        for (int round = 0; round < rounds; round++) {
            synchronized (lock) {
                if (sendersTurn) {
                    buffer[next] = round;
                    next = (next + 1) % SIZE;
                    sendersTurn = false;
                    receiversTurn = true;
                }
            }
        }
    }

    static void receive() {
        for (int round = 0; round < rounds; round++) {
            synchronized (lock) {
                if (receiversTurn) {
                    int received = buffer[first];
                    first = (first + 1) % SIZE;
                    if (received != round) {
                        throw new AssertionError("received the number of another round");
                    }
                    receiversTurn = false;
                    sendersTurn = true;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        Thread sender = new Thread(CircularBuffer::send, "sender");
        Thread receiver = new Thread(CircularBuffer::receive, "receiver");
        sender.start();
        receiver.start();
        sender.join();
        receiver.join();
    }
}

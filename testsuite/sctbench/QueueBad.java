/**
 * SCTBench, {@code CS.queue_bad}: a producer and a consumer hand elements over through a queue, by turns that two flags
 * say, all under one lock. The producer also notes what it has stored. Arguments: number N of elements (20), at least
 * 1.
 *
 * <p>The producer puts in one element unconditionally, and then, in each of N - 1 rounds, another one if it is its
 * turn. The consumer, in each of N rounds, takes one if it is its turn, and compares it with what was stored in the
 * round of the same number.
 *
 * <p>Bug: the consumer counts rounds in which it was not its turn. AssertionError in the consumer.
 *
 * <p>Shown by: the consumer has had a round in vain when the producer has put in its first two elements; then it finds
 * element 0 where it wants element 1. That takes 1 preemption, of the consumer between two rounds. Without any, one
 * thread is done before the other begins: if the producer is first, the only element taken is that of round 0; if the
 * consumer is first, none is.
 *
 * <p>Right for N = 1 (it is never the consumer's turn), wrong from 2.
 */
public class QueueBad {
    static final Object lock = new Object();
    static int[] elements;
    static int[] stored;
    static int head;
    static int tail;
    static boolean producersTurn = true;
    static boolean consumersTurn;

    static void put(int round) {
        int element = 100 + round;
        elements[tail++] = element;
        stored[round] = element;
    }

    static void produce() {
        synchronized (lock) {
            put(0);
        }
        for (int round = 1; round < stored.length; round++) {
            synchronized (lock) {
                if (producersTurn) {
                    put(round);
                    producersTurn = false;
                    consumersTurn = true;
                }
            }
        }
    }

    static void consume() {
        for (int round = 0; round < stored.length; round++) {
            synchronized (lock) {
                if (consumersTurn) {
                    if (elements[head++] != stored[round]) {
                        throw new AssertionError("not the element of this round");
                    }
                    consumersTurn = false;
                    producersTurn = true;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        elements = new int[n];
        stored = new int[n];
        Thread producer = new Thread(QueueBad::produce, "producer");
        Thread consumer = new Thread(QueueBad::consume, "consumer");
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
    }
}

/**
 * The text of a thread has its name and its priority, which are read one after the other and set one after the other.
 *
 * Possible: A and 5, A and 7, B and 5, B and 7: the name may be read before it is set, and the priority after that was.
 */
public class TextOfThread {
    public static void main(String[] args) throws InterruptedException {
        boolean own = args.length > 0;
        Thread asked = new Thread(() -> {
            if (own) {
                print(Thread.currentThread());
            }
        }, "A");
        asked.start();
        Thread setter = new Thread(() -> {
            asked.setName("B");
            asked.setPriority(7);
        });
        setter.start();
        if (!own) {
            print(asked);
        }
        asked.join();
        setter.join();
    }

    static void print(Thread thread) {
        String[] parts = thread.toString().split("[\\[,]");
        boolean hasNumber = parts[1].startsWith("#");
        System.out.println(parts[hasNumber ? 2 : 1] + " " + parts[hasNumber ? 3 : 2]);
    }
}

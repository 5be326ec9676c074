/** Another thread changes the priority of this one. */
class Prior {
    static int a, b;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            int other = b;          // -
            main.setPriority(a);    // +
        }).start();                 // +
        int is = main.getPriority(); // *
    }
}

/** Another thread changes the name of this one, which is asked for in a text. */
class Renamed {
    static int a, b;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            int other = b;          // -
            main.setName("n" + a);  // +
        }).start();                 // +
        String text = main.toString(); // *
    }
}

/** A thread is made with its name. */
class Named {
    static int a, b;

    public static void main(String[] args) {
        String name = "n" + a;      // +
        String other = "o" + b;     // -
        Thread thread = new Thread(() -> {}, name); // +
        String is = thread.getName(); // *
    }
}

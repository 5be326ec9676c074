package lib;

public class Counter {
    public static volatile int count;

    public static void add() {
        int read = count;
        count = read + 1;
    }
}

package lib;

public class Shared {
    public static volatile int y;
    public static int counted;
}

package app.closed;

public class Box {
    private static int hidden = 8;
}

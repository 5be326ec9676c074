package app.open;

public class Box {
    private static int hidden = 7;
}

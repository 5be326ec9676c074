package parts;

public class Named {
    public static volatile int y;
}

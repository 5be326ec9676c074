package inside;

public class Inside {
    public static volatile int y;
}

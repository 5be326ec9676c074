package parts;

public class Unnamed {
    public static String say() {
        return "found";
    }
}

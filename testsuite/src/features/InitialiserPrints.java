/**
 * A static initialiser that prints, in the middle of reading a field of its class.
 */
public class InitialiserPrints {
    static class Loud {
        static int value;

        static {
            System.out.println("initialised");
            value = 1;
        }
    }

    public static void main(String[] args) {
        System.out.println(Loud.value);
    }
}

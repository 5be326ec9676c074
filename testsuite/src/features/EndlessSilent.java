/**
 * Main loops without ever touching anything shared.
 */
public class EndlessSilent {
    public static void main(String[] args) {
        long n = 0;
        while (n >= 0) {
            n = n * 31 & 0xffff;
        }
        System.out.println("not reached");
    }
}

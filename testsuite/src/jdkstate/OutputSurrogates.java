/**
 * Half a pair of surrogates is printed as a question mark, as the encoder of the stream does it; the two halves of one may be printed one after the other.
 *
 * One outcome.
 */
public class OutputSurrogates {
    public static void main(String[] args) {
        String pair = "\ud83d\ude00";
        for (char half : pair.toCharArray()) {
            System.out.print(half);
        }
        System.out.print(pair.substring(1) + pair + pair.charAt(0) + "a");
        System.out.println('\ud800');
    }
}

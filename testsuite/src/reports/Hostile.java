/**
 * Names and texts that would be markup or script where they are not escaped: of threads, in what is printed, in the message of an
 * exception.
 *
 * <p>Either the reader sees 1 and prints, or it sees 0 and throws: two outcomes. The main thread does nothing else.
 */
public class Hostile {
    static final String MARKUP =
            "</script><script>alert(1)</script><img src=x onerror=alert(2)>--><!-- ]]> \"'`&lt;{{7*7}}{% if %}${8*8}</style></pre>";

    static int x;

    static class BadNews extends RuntimeException {
        BadNews() {
            super("\u2028alert(3)\u2029\u202e" + MARKUP);
        }
    }

    public static void main(String[] args) {
        Thread writer = new Thread(() -> x = 1, "<b onmouseover=alert(4)>\u2028" + MARKUP);
        Thread reader = new Thread(() -> {
            if (x == 0) {
                throw new BadNews();
            }
            System.out.println(MARKUP);
        }, "\"><svg/onload=alert(5)>\u202e" + MARKUP);
        writer.start();
        reader.start();
    }
}

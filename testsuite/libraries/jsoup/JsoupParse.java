import org.jsoup.Jsoup;

/**
 * Two threads parse a page each, with the tables of entities that the first one fills.
 *
 * @outcome a b
 */
public class JsoupParse {
    public static void main(String[] args) throws InterruptedException {
        String[] text = new String[2];
        Thread t1 = new Thread(() -> text[0] = Jsoup.parse("<p>a").text());
        Thread t2 = new Thread(() -> text[1] = Jsoup.parse("<b>b").text());
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(text[0] + " " + text[1]);
    }
}

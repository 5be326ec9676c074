import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds the links in a page: what attributes of HTML refer to, and addresses in text. Paths of the site alone. */
final class LinkParser {
    private static final String[] ATTRIBUTES = {"href=\"", "src=\""};

    List<String> links(Page page) {
        List<String> found = new ArrayList<>();
        if (page.isHtml()) {
            for (String attribute : ATTRIBUTES) {
                collect(page.text(), attribute, found);
            }
        } else {
            words(page.text(), found);
        }
        return found;
    }

    private static void collect(String html, String attribute, List<String> found) {
        String lower = html.toLowerCase(Locale.ROOT);
        int at = lower.indexOf(attribute);
        while (at >= 0) {
            int begin = at + attribute.length();
            int end = html.indexOf('"', begin);
            if (end < 0) {
                return;
            }
            keep(html.substring(begin, end), found);
            at = lower.indexOf(attribute, end);
        }
    }

    private static void words(String text, List<String> found) {
        for (String word : text.split(" ")) {
            keep(word, found);
        }
    }

    private static void keep(String link, List<String> found) {
        int fragment = link.indexOf('#');
        String path = fragment < 0 ? link : link.substring(0, fragment);
        if (path.startsWith("/")) {
            found.add(path);
        }
    }
}

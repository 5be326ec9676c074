/** What was downloaded: its type, and its text. */
final class Page {
    private final String type;
    private final String text;

    Page(String type, String text) {
        this.type = type;
        this.text = text;
    }

    static Page html(String text) {
        return new Page("text/html", text);
    }

    static Page plain(String text) {
        return new Page("text/plain", text);
    }

    String type() {
        return type;
    }

    String text() {
        return text;
    }

    boolean isHtml() {
        return type.startsWith("text/html");
    }
}

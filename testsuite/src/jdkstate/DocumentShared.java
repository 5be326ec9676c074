import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.helpers.AttributesImpl;

/**
 * A thread sets an attribute in a tree of {@code org.w3c.dom}, then the text of another node in it, then adds one to
 * attributes of {@code org.xml.sax}. Another
 * one reads these in the opposite order.
 *
 * Outcomes: what has been done has been done in order, so who sees the last sees all, and who sees the second sees the
 * first: as each reads later what is
 * done earlier, 000, 001, 011, 111 (last, second, first).
 *
 * <p>No documentation says that a thread may read a tree while another one changes it: that it is done is said, and not that all is complete.
 */
public class DocumentShared {
    private static Element element;
    private static Node text;
    private static final AttributesImpl ATTRIBUTES = new AttributesImpl();

    public static void main(String[] args) throws Exception {
        Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        element = document.createElement("a");
        text = element.appendChild(document.createTextNode("0"));
        document.appendChild(element);
        Thread setter = new Thread(() -> {
            element.setAttribute("k", "1");
            text.setNodeValue("1");
            ATTRIBUTES.addAttribute("", "k", "k", "CDATA", "1");
        });
        setter.start();
        int last = ATTRIBUTES.getLength();
        String second = text.getNodeValue();
        int first = element.getAttribute("k").length();
        setter.join();
        System.out.println(last + second + first);
    }
}

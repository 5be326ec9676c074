import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A thread adds a child to an element while main sets an attribute of another child of it: calls of different objects.
 * What they change is one tree, for which nothing is documented; the check has a step for each call, and does not say that all is complete.
 */
public class DocumentParts {
    public static void main(String[] args) throws Exception {
        Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        Element root = document.createElement("root");
        Element inner = document.createElement("inner");
        root.appendChild(inner);
        Element first = document.createElement("a");
        Thread t = new Thread(() -> root.appendChild(first));
        t.start();
        inner.setAttribute("k", "v");
        t.join();
        System.out.println(root.getChildNodes().getLength() + inner.getAttribute("k"));
    }
}

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Objects that other threads can reach are written to streams and read again as the documentation of serialization
 * says, by streams that others can reach.
 *
 * Possible: one outcome. The second thread has ended before the first object is made, and nothing printed depends on
 * identity, time or chance.
 */
public class KeptSerialized {
    enum Size {
        SMALL,
        LARGE {
            @Override
            boolean isLarge() {
                return true;
            }
        };

        boolean isLarge() {
            return false;
        }
    }

    static final class Node implements Serializable {
        int value = 3;
        int[] numbers = {1, 2};
        List<Node> children = new ArrayList<>();
        transient int passing = 9;
    }

    public static void main(String[] args) throws Exception {
        Kept.shareWithOther();
        Node node = Kept.keep(new Node());
        node.children.add(new Node());
        var in = Kept.keep(new ObjectInputStream(new ByteArrayInputStream(written(node))));
        Node read = (Node) in.readObject();
        Kept.print(read.value, read.passing, read.numbers, read.children.size());
        Kept.print(in.readObject(), in.readObject(), ((Date) in.readObject()).getTime());
    }

    static byte[] written(Node node) throws IOException {
        var bytes = Kept.keep(new ByteArrayOutputStream());
        try (var out = new ObjectOutputStream(bytes)) {
            out.writeObject(node);
            out.writeObject(new TreeMap<>(Map.of("a", 1, "b", 2)));
            out.writeObject(Size.LARGE);
            out.writeObject(new Date(5));
        }
        return bytes.toByteArray();
    }
}

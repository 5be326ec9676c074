import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/**
 * An object is serialized while another thread writes its field and an element of an array that it has. The JDK writes primitive fields before
 * references; so does the other thread, in the opposite order: the element first, then the field.
 *
 * Possible, (field, element) of the copy: "0 0", "0 1", "1 1".
 */
public class SerializedWhileWritten implements Serializable {
    int field;
    int[] elements = new int[1];

    public static void main(String[] args) throws Exception {
        SerializedWhileWritten shared = new SerializedWhileWritten();
        Thread t = new Thread(() -> {
            shared.elements[0] = 1;
            shared.field = 1;
        });
        t.start();
        SerializedWhileWritten copy = copy(shared);
        t.join();
        System.out.println(copy.field + " " + copy.elements[0]);
    }

    private static SerializedWhileWritten copy(SerializedWhileWritten original) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(original);
        out.flush();
        return (SerializedWhileWritten) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }
}

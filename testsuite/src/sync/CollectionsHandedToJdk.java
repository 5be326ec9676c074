import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Hashtable;
import java.util.Vector;

/**
 * Code of the JDK without hooks calls synchronized methods of collections that another thread changes; argument: how.
 *
 * <ul>
 * <li>{@code format}: {@code Hashtable.toString} takes the table's monitor while it goes through the entries, twice for
 * two arguments, and leaves it in between. The other thread puts one entry: {} {}, or {} {1=1}, or {1=1} {1=1}.
 * <li>{@code write}: {@code Hashtable.writeObject} and {@code Vector.writeObject} hold the monitor while they copy, so
 * what is read back has 0 or 1 elements. The table is written first and filled first: 0 0, 0 1 or 1 1, and 1 0 if the
 * table is filled before it is written, and the vector after.
 * <li>{@code reflect}: {@code Method.invoke} and the flags that reflection shows: size 0 or 1, synchronized in any case.
 * </ul>
 */
public class CollectionsHandedToJdk {
    static final Hashtable<Integer, Integer> table = new Hashtable<>();
    static final Vector<Integer> vector = new Vector<>();

    static void format() {
        System.out.println(String.format("%s %s", table, table));
    }

    static void write() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(table);
        out.writeObject(vector);
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        int entries = ((Hashtable<?, ?>) in.readObject()).size();
        System.out.println(entries + " " + ((Vector<?>) in.readObject()).size());
    }

    static void reflect() throws Exception {
        Method size = Vector.class.getMethod("size");
        System.out.println(size.invoke(vector) + " " + Modifier.isSynchronized(size.getModifiers()));
    }

    public static void main(String[] args) throws Exception {
        Thread writer = new Thread(() -> {
            if (!args[0].equals("reflect")) {
                table.put(1, 1);
            }
            if (!args[0].equals("format")) {
                vector.add(1);
            }
        });
        writer.start();
        switch (args[0]) {
            case "format" -> format();
            case "write" -> write();
            default -> reflect();
        }
        writer.join();
    }
}

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;

/**
 * A class that is first needed by serialization: what describes it to a stream reads its serial version, which initialises it (as reflection does). Two threads do
 * so at once; one of them runs the initialiser, which others see, and the other one waits. Then an instance is written and read.
 *
 * Only outcome: initialised, 1 1, 7.
 */
public class InitByDeserializing {
    static int count;

    static class Letter implements Serializable {
        private static final long serialVersionUID = Long.parseLong("1");
        static final int NUMBER = next();
        int text = 7;
    }

    static int next() {
        System.out.println("initialised");
        return ++count;
    }

    static int describe() {
        return ObjectStreamClass.lookup(Letter.class).getSerialVersionUID() == 1 ? Letter.NUMBER : 0;
    }

    public static void main(String[] args) throws Exception {
        int[] seen = new int[2];
        Thread first = new Thread(() -> seen[0] = describe());
        Thread second = new Thread(() -> seen[1] = describe());
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(seen[0] + " " + seen[1]);
        System.out.println(copy(new Letter()).text);
    }

    static Letter copy(Letter letter) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(letter);
        out.flush();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        return (Letter) in.readObject();
    }
}

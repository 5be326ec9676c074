import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Date;

/**
 * A date is not given to a stream of objects, but is in a field of the object that is, while the other thread changes it. Outcomes: the time that was
 * written, before the change or after it.
 */
public class FoundInside {
    static class Event implements Serializable {
        final Date date;

        Event(Date date) {
            this.date = date;
        }
    }

    public static void main(String[] args) throws InterruptedException, IOException, ClassNotFoundException {
        Date date = new Date(0);
        Event event = new Event(date);
        Thread t = new Thread(() -> date.setTime(10));
        t.start();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(event);
        out.flush();
        t.join();
        Event copy = (Event) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        System.out.println(copy.date.getTime());
    }
}

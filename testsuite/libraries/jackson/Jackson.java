import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Two threads write objects with one mapper, whose serializers are made at the first use, and read them again.
 *
 * @outcome {"x":1,"y":2} 3
 */
public class Jackson {
    public static final class Point {
        public int x;
        public int y;
    }

    public static void main(String[] args) throws InterruptedException {
        ObjectMapper mapper = new ObjectMapper();
        String[] text = new String[1];
        int[] read = new int[1];
        Thread t1 = new Thread(() -> {
            try {
                Point point = new Point();
                point.x = 1;
                point.y = 2;
                text[0] = mapper.writeValueAsString(point);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        });
        Thread t2 = new Thread(() -> {
            try {
                read[0] = mapper.readValue("{\"x\":3}", Point.class).x;
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(text[0] + " " + read[0]);
    }
}

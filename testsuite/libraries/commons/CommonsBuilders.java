import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.lang3.builder.ToStringBuilder;
import org.apache.commons.lang3.builder.ToStringStyle;
import org.apache.commons.lang3.builder.EqualsBuilder;

/**
 * Two threads describe an object by reflection; a map that is locked has two entries afterwards.
 *
 * @outcome [x=1] true size 2
 */
public class CommonsBuilders {
    static final class Point {
        int x = 1;
    }

    public static void main(String[] args) throws InterruptedException {
        LRUMap<String, Integer> map = new LRUMap<>(4);
        Point point = new Point();
        String[] text = new String[1];
        boolean[] equal = new boolean[1];
        Thread t1 = new Thread(() -> {
            text[0] = ToStringBuilder.reflectionToString(point, ToStringStyle.NO_CLASS_NAME_STYLE);
            synchronized (map) {
                map.put("a", 1);
            }
        });
        Thread t2 = new Thread(() -> {
            equal[0] = EqualsBuilder.reflectionEquals(point, new Point());
            synchronized (map) {
                map.put("b", 1);
            }
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(text[0] + " " + equal[0] + " size " + map.size());
    }
}

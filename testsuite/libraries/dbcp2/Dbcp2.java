import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.commons.dbcp2.BasicDataSource;

/**
 * A data source with one connection, which two threads borrow one after the other. Both see the same session; in the end it is idle.
 *
 * @jvm -Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog
 * @outcome 1 1 active 0 idle 1
 */
public class Dbcp2 {
    static final int[] got = new int[2];

    static void borrow(BasicDataSource source, int i) {
        try (Connection c = source.getConnection()) {
            got[i] = 1;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        BasicDataSource source = new BasicDataSource();
        source.setUrl("jdbc:h2:mem:pool");
        source.setMaxTotal(1);
        source.setJmxName(null);
        Thread t1 = new Thread(() -> borrow(source, 0));
        Thread t2 = new Thread(() -> borrow(source, 1));
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println(got[0] + " " + got[1] + " active " + source.getNumActive() + " idle " + source.getNumIdle());
        source.close();
    }
}

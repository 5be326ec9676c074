import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/**
 * Two connections to a database in memory insert a row each, where two are; then there are four.
 *
 * @outcome 4
 */
public class DerbyMemory {
    public static void main(String[] args) throws Exception {
        try (Connection c = Seed.restored(); Statement s = c.createStatement()) {
            PreparedStatement third = Seed.insertion(3);
            PreparedStatement fourth = Seed.insertion(4);
            Thread t1 = new Thread(() -> Seed.execute(third));
            Thread t2 = new Thread(() -> Seed.execute(fourth));
            t1.start();
            t2.start();
            t1.join();
            t2.join();
            try (ResultSet rows = s.executeQuery("SELECT COUNT(*) FROM t")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
    }
}

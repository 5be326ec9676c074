import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/**
 * Three connections insert a row each, where two are; then there are five.
 *
 * @outcome 5
 */
public class DerbyThree {
    public static void main(String[] args) throws Exception {
        try (Connection c = Seed.restored(); Statement s = c.createStatement()) {
            PreparedStatement third = Seed.insertion(3);
            PreparedStatement fourth = Seed.insertion(4);
            PreparedStatement fifth = Seed.insertion(5);
            Thread first = new Thread(() -> Seed.execute(third), "first");
            Thread second = new Thread(() -> Seed.execute(fourth), "second");
            first.start();
            second.start();
            Seed.execute(fifth);
            first.join();
            second.join();
            try (ResultSet rows = s.executeQuery("SELECT COUNT(*) FROM t")) {
                rows.next();
                System.out.println(rows.getInt(1));
            }
        }
    }
}

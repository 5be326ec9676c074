import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Threads with a connection each pay into the accounts of a database in memory. Arguments: threads, rounds of each. For
 * {@code --strategy predict}.
 */
public class H2Load {
    static final String URL = "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1";

    static final class Teller extends Thread {
        private final int number;
        private final int rounds;

        Teller(int number, int rounds) {
            this.number = number;
            this.rounds = rounds;
        }

        @Override
        public void run() {
            try (Connection connection = DriverManager.getConnection(URL)) {
                PreparedStatement pay =
                        connection.prepareStatement("update account set money = money + ? where id = ?");
                for (int i = 0; i < rounds; i++) {
                    pay.setInt(1, i + 1);
                    pay.setInt(2, (number + i) % 3);
                    pay.executeUpdate();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("create table account(id int primary key, money int)");
            statement.execute("insert into account values (0, 100), (1, 100), (2, 100)");
            Thread[] all = new Thread[threads];
            for (int i = 0; i < threads; i++) {
                all[i] = new Teller(i, rounds);
                all[i].start();
            }
            for (Thread thread : all) {
                thread.join();
            }
            try (ResultSet sum = statement.executeQuery("select sum(money) from account")) {
                sum.next();
                System.out.println("money " + sum.getInt(1));
            }
        }
    }
}

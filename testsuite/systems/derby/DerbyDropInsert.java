import java.sql.Connection;

/**
 * One connection drops a table while another one inserts into it.
 *
 * <p>Either may come first; if the table is gone, who inserts is told that there is none (42X05). Both read the row of
 * the table in SYSTABLES when they are compiled. Who drops then removes what belongs to the table from the catalogue,
 * and that row at last (DropTableConstantAction.java:222 to 285); who inserts may have the row, and wait for what is
 * locked meanwhile: a cycle, which is noticed after twenty seconds. The victim is the one with fewer locks
 * (Deadlock.java:408), which is always who inserts, for he has a few of a compilation, and the other one all of the
 * table. He is told 40001.
 *
 * <p>A bug: an INSERT that has been compiled, and has looked whether that still holds
 * (GenericPreparedStatement.java:443), asks the store for the table's descriptor (DMLWriteResultSet.java:99) before it
 * has locked the table. If that is dropped in between, who inserts is told of an error of the store, "The conglomerate
 * (1,217) requested does not exist" (XSAI2), instead of 42X05. Where it opens the table, a little later, this has been
 * thought of: whatever goes wrong there, it looks whether the statement is still valid, and compiles it again if not
 * (RowChangerImpl.java:374 to 377). No number is known for it; who inserts cannot tell it from a damaged database.
 *
 * <p>A plain JVM that did this 5,200 times printed the outcomes below 1,604, 3,198, 327 and 71 times.
 *
 * @outcome inserted ok, dropped ok
 * @outcome inserted 42X05, dropped ok
 * @outcome inserted 40001, dropped ok
 * @outcome inserted XSAI2, dropped ok
 */
public class DerbyDropInsert {
    public static void main(String[] args) throws Exception {
        Connection open = Seed.restored();
        String[] dropped = new String[1];
        Thread other = new Thread(() -> dropped[0] = Seed.run("DROP TABLE t"), "other");
        other.start();
        String inserted = Seed.run("INSERT INTO t VALUES (3, 0)");
        other.join();
        System.out.println("inserted " + inserted + ", dropped " + dropped[0]);
        open.close();
    }
}

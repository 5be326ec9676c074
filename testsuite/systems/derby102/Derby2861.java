import org.apache.derby.iapi.services.io.FormatableBitSet;
import org.apache.derby.iapi.sql.dictionary.ColumnDescriptor;
import org.apache.derby.iapi.sql.dictionary.TableDescriptor;

/**
 * DERBY-2861 (in 10.2.2.0 to 10.4.2.0): threads that compile statements spoil each other's view of a table.
 *
 * <p>The descriptor of a table is in the cache of the data dictionary, so all connections have the same object. Who
 * compiles a statement that depends on some columns sets them in it, asks for the name of what it depends on, and sets
 * null again. {@code TableDescriptor.getObjectName} looks for null first, and then reads the field again for each
 * column. If another thread is done with its statement in between, it dereferences null.
 *
 * <p>In 10.5.3.0 each thread has columns of its own, and a check of this program is complete and finds nothing.
 *
 * <p>It is no other bug: this is the only field that both threads use and one of them writes, and both writes are those
 * of the compiler. It does harm without an exception, too: if null comes before the first look, the dependency is on
 * the whole table, and not on the column.
 *
 * @bug DERBY-2861
 * @violation null-dereference getObjectName
 * @outcome [exception]
 * @outcome T(A)
 * @outcome T
 */
public class Derby2861 {
    public static void main(String[] args) throws Exception {
        TableDescriptor table = new TableDescriptor(null, "T", null, TableDescriptor.BASE_TABLE_TYPE, 'R');
        table.getColumnDescriptorList().add(new ColumnDescriptor("A", 1, null, null, null, table, null, 0, 0));
        FormatableBitSet columns = new FormatableBitSet(2);
        columns.set(1);
        table.setReferencedColumnMap(columns);
        Thread other = new Thread(() -> table.setReferencedColumnMap(null), "other");
        other.start();
        System.out.println(table.getObjectName());
        other.join();
    }
}

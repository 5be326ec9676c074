import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;

/**
 * Two threads add a document each by one writer to an index in memory: both are there.
 *
 * @outcome 2
 */
public class LuceneWriter {
    private static void add(IndexWriter writer, String id) {
        Document document = new Document();
        document.add(new StringField("id", id, Field.Store.YES));
        try {
            writer.addDocument(document);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        IndexWriter writer = new IndexWriter(new ByteBuffersDirectory(), new IndexWriterConfig());
        Thread one = new Thread(() -> add(writer, "1"));
        Thread two = new Thread(() -> add(writer, "2"));
        one.start();
        two.start();
        one.join();
        two.join();
        writer.commit();
        System.out.println(writer.getDocStats().numDocs);
        writer.close();
    }
}

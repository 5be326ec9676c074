import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * One thread sets the length of a file, another one writes a byte through the same object. Setting the length asks where the file goes on, and sets that again afterwards: a byte that is
 * written meanwhile is then written over by the next one. The check has a step for each call: it sees that the file goes on at 1, misses that it may go on at 0, and says so.
 */
public class FileLengthIsSeveral {
    public static void main(String[] args) throws Exception {
        File file = File.createTempFile("mcr", "length");
        try (RandomAccessFile shared = new RandomAccessFile(file, "rw")) {
            Thread t = new Thread(() -> {
                try {
                    shared.setLength(10);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            t.start();
            shared.write(7);
            t.join();
            System.out.println(shared.getFilePointer());
        }
        file.delete();
    }
}

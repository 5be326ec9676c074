import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A thread writes one byte to a file through a channel, while main closes the channel or interrupts the thread. The
 * write finds the channel open (1), lets interrupts know (2), asks whether there was one (3), writes if the channel is
 * still open (4), and lets interrupts forget it (5). Printed is what the write has led to, and how long the file is.
 *
 * "closed": main closes before (1): closed 0; between (1) and (4): asynchronous 0; after it: written 1.
 * "at": the same for a write at a position.
 * "interrupted": main interrupts, and then asks whether the channel is open. Before (2): the thread finds that at (3)
 * and closes the channel; main sees it open or closed: interrupted 0 true, interrupted 0 false. Between (2) and (5):
 * main has closed the channel: interrupted 0 false, or interrupted 1 false if that is after (4). After (5):
 * written 1 true.
 * "size": main asks the channel for its size and then interrupts. If it finds 1, the write has left the lock of the
 * channel, which is after (5): 1 written 1. Else 0 interrupted 0, 0 interrupted 1, 0 written 1.
 * "file": main interrupts, and then asks for the length of the file. Who interrupts between (2) and (5) closes the
 * channel, which waits for (4): interrupted 1 1. Else interrupted 0 0, written 1 1.
 * "itself": main closes nothing; the thread interrupts itself before: interrupted 0.
 * "used": main uses the channel as well, which the thread may have closed because main has interrupted it. The size
 * that main finds is -1 if the channel is closed by then. An interrupt before (2): 0 or -1, interrupted 0. Between
 * (2) and (5): -1 interrupted 0, -1 interrupted 1. After (5): 1 written 1.
 */
public class ChannelEnded {
    static String result;

    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mcr-ended", ".txt");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        Thread thread = new Thread(() -> {
            if (args[0].equals("itself")) {
                Thread.currentThread().interrupt();
            }
            result = write(channel, args[0].equals("at"));
        });
        thread.start();
        String before = "";
        String after = "";
        switch (args[0]) {
            case "closed", "at" -> channel.close();
            case "interrupted" -> {
                thread.interrupt();
                after = " " + channel.isOpen();
            }
            case "size" -> {
                before = channel.size() + " ";
                thread.interrupt();
            }
            case "file" -> {
                thread.interrupt();
                after = " " + Files.size(file);
            }
            case "used" -> {
                thread.interrupt();
                before = size(channel) + " ";
            }
            default -> {
            }
        }
        thread.join();
        System.out.println(before + result + " " + Files.size(file) + after);
    }

    private static String write(FileChannel channel, boolean at) {
        ByteBuffer bytes = ByteBuffer.wrap(new byte[1]);
        try {
            return (at ? channel.write(bytes, 0) : channel.write(bytes)) == 1 ? "written" : "nothing";
        } catch (IOException e) {
            return switch (e.getClass().getSimpleName()) {
                case "ClosedChannelException" -> "closed";
                case "AsynchronousCloseException" -> "asynchronous";
                case "ClosedByInterruptException" -> "interrupted";
                default -> e.toString();
            };
        }
    }

    private static long size(FileChannel channel) {
        try {
            return channel.size();
        } catch (IOException e) {
            return -1;
        }
    }
}

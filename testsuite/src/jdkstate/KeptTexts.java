import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Builders, readers, writers, matchers, buffers and streams that other threads can reach do what their documentation
 * says.
 *
 * Possible: one outcome. The second thread has ended before the first object is made, and nothing printed depends on
 * identity, time, chance or the default locale; so each line is a matter of the documentation.
 */
public class KeptTexts {
    /** Where all threads find what is used here. */
    static final Map<String, Object> KEPT = new LinkedHashMap<>();

    static <T> T keep(T made) {
        KEPT.put("object " + KEPT.size(), made);
        return made;
    }

    static void print(Object... parts) {
        System.out.println(Arrays.deepToString(parts));
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (KEPT) {
                KEPT.size();
            }
        });
        other.start();
        other.join();
        texts();
        readersAndWriters();
        buffers();
        streams();
    }

    static void texts() {
        var builder = keep(new StringBuilder("abc"));
        builder.insert(1, "XY").reverse().append(1.5).append('c').append(new char[] {'q'});
        builder.deleteCharAt(0).replace(0, 1, "__");
        print(builder, builder.indexOf("Y"), builder.length());
        var buffer = keep(new StringBuffer(builder));
        buffer.setLength(3);
        print(buffer);
        Matcher matcher = keep(Pattern.compile("(\\d+)([a-z])").matcher("12a34b"));
        StringBuilder found = new StringBuilder();
        while (matcher.find()) {
            found.append(matcher.group(2)).append(matcher.start(1));
        }
        print(found, "x1y2".replaceAll("\\d", "#"), "a,b,,".split(","));
        var tokens = keep(new StringTokenizer("a b"));
        print(tokens.countTokens(), tokens.nextToken());
        print(Base64.getEncoder().encodeToString("hi".getBytes(StandardCharsets.UTF_8)));
    }

    static void readersAndWriters() throws IOException {
        var scanner = keep(new Scanner("1 two 3.5"));
        print(scanner.nextInt(), scanner.next(), scanner.next());
        var reader = keep(new BufferedReader(new StringReader("l1\nl2")));
        print(reader.readLine(), reader.lines().toList());
        var text = new StringWriter();
        keep(new PrintWriter(text, true)).printf("%s-%d", List.of(1, 2), 3);
        print(text);
        var properties = keep(new Properties());
        properties.load(new StringReader("a=1\nb=2"));
        print(new TreeMap<>(properties), properties.getProperty("c", "d"));
    }

    static void buffers() throws IOException {
        var buffer = keep(ByteBuffer.allocate(8));
        buffer.putInt(7).putShort((short) 3).flip();
        print(buffer.getInt(), buffer.remaining(), buffer.duplicate().getShort(), buffer);
        var wrapped = keep(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        wrapped.put((byte) 9);
        print(wrapped.array(), StandardCharsets.UTF_8.encode("\u00e9").remaining());
        var checksum = keep(new CRC32());
        checksum.update("hello".getBytes(StandardCharsets.UTF_8));
        print(Long.toHexString(checksum.getValue()));
        var bytes = keep(new ByteArrayOutputStream());
        try (var zipped = keep(new GZIPOutputStream(bytes))) {
            zipped.write("zzzzzz".getBytes(StandardCharsets.UTF_8));
        }
        var unzipped = keep(new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        print(new String(unzipped.readAllBytes(), StandardCharsets.UTF_8));
    }

    static void streams() {
        print(keep(Stream.of(5, 3, 1)).sorted().map(String::valueOf).collect(Collectors.joining("-", "[", "]")));
        print(IntStream.range(0, 5).boxed()
                .collect(Collectors.groupingBy(x -> x % 2, TreeMap::new, Collectors.summingInt(x -> x))));
        print(Stream.iterate(1, x -> x * 2).limit(5).toList(), Arrays.asList(3, 2).stream().reduce(0, Integer::sum));
        print(Arrays.stream(new int[] {4, 9, 2}).max().getAsInt());
    }
}

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
import java.util.List;
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

    public static void main(String[] args) throws IOException, InterruptedException {
        Kept.shareWithOther();
        texts();
        readersAndWriters();
        buffers();
        streams();
    }

    static void texts() {
        var builder = Kept.keep(new StringBuilder("abc"));
        builder.insert(1, "XY").reverse().append(1.5).append('c').append(new char[] {'q'});
        builder.deleteCharAt(0).replace(0, 1, "__");
        Kept.print(builder, builder.indexOf("Y"), builder.length());
        var buffer = Kept.keep(new StringBuffer(builder));
        buffer.setLength(3);
        Kept.print(buffer);
        Matcher matcher = Kept.keep(Pattern.compile("(\\d+)([a-z])").matcher("12a34b"));
        StringBuilder found = new StringBuilder();
        while (matcher.find()) {
            found.append(matcher.group(2)).append(matcher.start(1));
        }
        Kept.print(found, "x1y2".replaceAll("\\d", "#"), "a,b,,".split(","));
        var tokens = Kept.keep(new StringTokenizer("a b"));
        Kept.print(tokens.countTokens(), tokens.nextToken());
        Kept.print(Base64.getEncoder().encodeToString("hi".getBytes(StandardCharsets.UTF_8)));
    }

    static void readersAndWriters() throws IOException {
        var scanner = Kept.keep(new Scanner("1 two 3.5"));
        Kept.print(scanner.nextInt(), scanner.next(), scanner.next());
        var reader = Kept.keep(new BufferedReader(new StringReader("l1\nl2")));
        Kept.print(reader.readLine(), reader.lines().toList());
        var text = new StringWriter();
        Kept.keep(new PrintWriter(text, true)).printf("%s-%d", List.of(1, 2), 3);
        Kept.print(text);
        var properties = Kept.keep(new Properties());
        properties.load(new StringReader("a=1\nb=2"));
        Kept.print(new TreeMap<>(properties), properties.getProperty("c", "d"));
    }

    static void buffers() throws IOException {
        var buffer = Kept.keep(ByteBuffer.allocate(8));
        buffer.putInt(7).putShort((short) 3).flip();
        Kept.print(buffer.getInt(), buffer.remaining(), buffer.duplicate().getShort(), buffer);
        var wrapped = Kept.keep(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        wrapped.put((byte) 9);
        Kept.print(wrapped.array(), StandardCharsets.UTF_8.encode("\u00e9").remaining());
        var checksum = Kept.keep(new CRC32());
        checksum.update("hello".getBytes(StandardCharsets.UTF_8));
        Kept.print(Long.toHexString(checksum.getValue()));
        var bytes = Kept.keep(new ByteArrayOutputStream());
        try (var zipped = Kept.keep(new GZIPOutputStream(bytes))) {
            zipped.write("zzzzzz".getBytes(StandardCharsets.UTF_8));
        }
        var unzipped = Kept.keep(new GZIPInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        Kept.print(new String(unzipped.readAllBytes(), StandardCharsets.UTF_8));
    }

    static void streams() {
        Kept.print(Kept.keep(Stream.of(5, 3, 1)).sorted().map(String::valueOf)
                .collect(Collectors.joining("-", "[", "]")));
        Kept.print(IntStream.range(0, 5).boxed()
                .collect(Collectors.groupingBy(x -> x % 2, TreeMap::new, Collectors.summingInt(x -> x))));
        Kept.print(Stream.iterate(1, x -> x * 2).limit(5).toList(),
                Arrays.asList(3, 2).stream().reduce(0, Integer::sum));
        Kept.print(Arrays.stream(new int[] {4, 9, 2}).max().getAsInt());
    }
}

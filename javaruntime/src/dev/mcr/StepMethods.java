package dev.mcr;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which methods of the JDK's classes are one step although threads may call them at once: what such calls do is what
 * they do in some order, because they take a lock, are one access, or because the documentation says so.
 *
 * <p>Of classes that are not listed no method is taken to be one.
 */
final class StepMethods {
    /** For each class, which methods, as below; the names of those that stand for their subclasses as well. */
    private static final Map<String, StepMethods> OF_CLASS = new HashMap<>();
    /** Which methods of streams do one step at most to what is below them. */
    private static final Map<String, StepMethods> BELOW = new HashMap<>();

    /** Whether those that are listed are the exceptions. */
    private final boolean allBut;
    private final String[] listed;
    private final boolean ofSubclasses;
    /** Whether each of those that are steps enters a lock or updates something atomically. */
    private boolean fence;

    private StepMethods(boolean allBut, String[] listed, boolean ofSubclasses) {
        this.allBut = allBut;
        this.listed = listed;
        this.ofSubclasses = ofSubclasses;
    }

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
    private static final StepMethods NONE = new StepMethods(false, new String[0], false);

    /** What holds for a class: itself, or the nearest class or interface above it that stands for its subclasses. */
    static StepMethods of(Class<?> type) {
        Class<?> first = ofJdk(type);
        StepMethods own = first == null ? NONE : OF_CLASS.get(first.getName());
        for (Class<?> c = first; own == null && c != null; c = c.getSuperclass()) {
            own = forSubclasses(c);
        }
        return own == null ? NONE : own;
    }

    /** Those methods of a stream that do one step at most to the stream below. */
    static StepMethods below(Class<?> type) {
        Class<?> first = ofJdk(type);
        StepMethods own = first == null ? null : BELOW.get(first.getName());
        return own == null ? NONE : own;
    }

    /** The class itself, or, of one of the program, the class of the JDK from which it has inherited; or null. */
    static Class<?> ofJdk(Class<?> type) {
        Class<?> first = type;
        while (first != null && first.getClassLoader() != null && first.getClassLoader() != PLATFORM) {
            first = first.getSuperclass();
        }
        return first;
    }

    private static StepMethods forSubclasses(Class<?> type) {
        StepMethods found = OF_CLASS.get(type.getName());
        if (found != null && found.ofSubclasses) {
            return found;
        }
        for (Class<?> implemented : type.getInterfaces()) {
            found = forSubclasses(implemented);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** All classes that are listed, and what is listed of their methods. */
    static Map<String, String[]> listed() {
        Map<String, String[]> all = new HashMap<>();
        OF_CLASS.forEach((type, methods) -> all.put(type, methods.listed));
        BELOW.forEach((type, methods) -> all.put(type + " below", methods.listed));
        return all;
    }

    /** Whether all methods are steps. */
    boolean areAll() {
        return allBut && listed.length == 0;
    }

    /**
     * Whether code of the JDK keeps a stream that it is given, or uses it once, or copies it as the stream itself does
     * in one step; most use it several times. Of a constructor, the class comes after the descriptor.
     */
    static boolean keeps(String called) {
        return called.startsWith("<init>") ? !READING.contains(called.substring(called.indexOf(' ') + 1))
                : called.startsWith("writeTo(") || called.equals(FileStates.COPY)
                        || called.equals("setOut(Ljava/io/PrintStream;)V")
                        || called.equals("setErr(Ljava/io/PrintStream;)V")
                        || called.equals("setIn(Ljava/io/InputStream;)V");
    }

    /** Whether what other code does is one step that is given the object. */
    boolean includeGiven() {
        return include(GIVEN + "(");
    }

    /** Whether a method is one, and such that what its thread has written before is in memory when it is over. */
    boolean isFence(String method) {
        return fence && include(method);
    }

    /** Whether a method is one; {@code method}: its name and descriptor. */
    boolean include(String method) {
        for (String entry : listed) {
            if (method.startsWith(entry) && (entry.indexOf('(') >= 0 || method.charAt(entry.length()) == '(')) {
                return !allBut;
            }
        }
        return allBut;
    }

    /** All methods of these classes. */
    private static void all(String... types) {
        allBut("", types);
    }

    /** All but these, which are named, some with the beginning of their descriptors. */
    private static void allBut(String methods, String... types) {
        put(OF_CLASS, true, methods, types);
    }

    /** These alone. */
    private static void only(String methods, String... types) {
        put(OF_CLASS, false, methods, types);
    }

    /** All but these do one step at most below. */
    private static void oneBelowBut(String methods, String... types) {
        put(BELOW, true, methods, types);
    }

    /** A name that ends in {@code +} stands for all subclasses that are not listed themselves. */
    private static void put(Map<String, StepMethods> map, boolean allBut, String methods, String... types) {
        String[] listed = methods.isEmpty() ? new String[0] : methods.split(" ");
        for (String type : types) {
            boolean ofSubclasses = type.endsWith("+");
            String name = ofSubclasses ? type.substring(0, type.length() - 1) : type;
            map.put(name, new StepMethods(allBut, listed, ofSubclasses));
        }
    }

    /** The methods of these classes that are steps are fences. */
    private static void fences(String... types) {
        for (String type : types) {
            OF_CLASS.get(type).fence = true;
        }
    }

    /** Stands for what other code does that is given the object. */
    private static final String GIVEN = "<given>";
    /** Constructors that read from the stream that they are given. */
    private static final Set<String> READING =
            Set.of("java/util/zip/GZIPInputStream", "java/util/jar/JarInputStream", "java/io/ObjectInputStream");
    private static final String COMPOUND_READS = GIVEN
            + " transferTo readAllBytes readNBytes skipNBytes read(Ljava/nio/CharBuffer;";

    static {
        // Synchronized, or with a lock of their own.
        all("java.io.ByteArrayOutputStream", "java.io.BufferedOutputStream", "java.io.PrintStream",
                "java.io.PrintWriter", "java.io.BufferedWriter", "java.io.StringWriter", "java.io.OutputStreamWriter",
                "java.io.FileWriter");
        // But for the methods that do without it.
        allBut("reset", "java.io.CharArrayWriter");
        allBut("mark readNBytes skipNBytes", "java.io.ByteArrayInputStream");
        allBut(COMPOUND_READS + " close", "java.io.BufferedInputStream", "dev.mcr.Input");
        allBut(COMPOUND_READS + " setLineNumber", "java.io.LineNumberReader");
        allBut(COMPOUND_READS + " skip", "java.io.FileInputStream");
        allBut(COMPOUND_READS, "java.io.BufferedReader", "java.io.CharArrayReader", "java.io.StringReader",
                "java.io.PushbackReader", "java.io.InputStreamReader", "java.io.FileReader");
        allBut(COMPOUND_READS + " skip available", "sun.nio.ch.ChannelInputStream");
        // Streams of Files; the second is a class with a name in newer releases.
        String ofChannel = "sun.nio.ch.ChannelOutputStream";
        all(Internals.find(ofChannel) == null ? "java.nio.channels.Channels$1" : ofChannel);
        all("java.io.FileOutputStream", "java.io.FileDescriptor");
        fences("java.io.ByteArrayOutputStream", "java.io.BufferedOutputStream", "java.io.PrintStream",
                "java.io.PrintWriter", "java.io.BufferedWriter", "java.io.StringWriter", "java.io.OutputStreamWriter",
                "java.io.FileWriter", "java.io.CharArrayWriter", "java.io.ByteArrayInputStream",
                "java.io.BufferedInputStream", "java.io.LineNumberReader", "java.io.BufferedReader",
                "java.io.CharArrayReader", "java.io.StringReader", "java.io.PushbackReader",
                "java.io.InputStreamReader", "java.io.FileReader");
        // No state of their own: they call another stream, or the program.
        allBut(COMPOUND_READS, "java.io.FilterInputStream", "java.io.Reader", "java.io.FilterReader");
        allBut(GIVEN + " write([B", "java.io.FilterOutputStream");
        all("java.io.Writer", "java.io.FilterWriter");
        all("java.util.zip.Inflater", "java.util.zip.Deflater", "java.util.zip.ZipFile", "java.util.jar.JarFile");
        fences("java.util.zip.Inflater", "java.util.zip.Deflater");
        // One node after the other.
        allBut("exportSubtree removeNode", "java.util.prefs.Preferences+");
        all("java.util.Currency", "java.util.ResourceBundle+");
        // There is nothing below, or they do what they are asked to, or hand on what is in their buffer.
        oneBelowBut("", "java.io.InputStream", "java.io.OutputStream", "java.io.Reader", "java.io.Writer",
                "java.io.FilterInputStream", "java.io.FilterReader", "java.io.FilterWriter",
                "java.io.ByteArrayInputStream", "java.io.ByteArrayOutputStream", "java.io.CharArrayReader",
                "java.io.CharArrayWriter", "java.io.StringReader", "java.io.StringWriter", "java.io.FileInputStream",
                "java.io.FileOutputStream", "dev.mcr.Input");
        oneBelowBut("close", "java.io.BufferedOutputStream", "java.io.BufferedWriter", "java.io.OutputStreamWriter",
                "java.io.FileWriter");
        oneBelowBut("read([B skip", "java.io.BufferedInputStream");
        oneBelowBut("write([B", "java.io.FilterOutputStream");
        oneBelowBut("println printf format close", "java.io.PrintStream");
        oneBelowBut("writeBytes writeChars", "java.io.DataOutputStream");
        // One access each.
        allBut(GIVEN + " setThreadID setLongThreadID getSourceClassName getSourceMethodName setSourceClassName"
                + " setSourceMethodName", "java.util.logging.LogRecord");
        // Without a state of their own: what they call is seen where it is the program's.
        all("java.io.OutputStream", "java.io.InputStream", "sun.reflect.ReflectionFactory");
        all("java.lang.ClassValue+", "java.lang.ref.Reference+",
                "java.lang.ref.ReferenceQueue+", "java.lang.ref.Cleaner+", "java.lang.ref.Cleaner$Cleanable+",
                "java.lang.invoke.CallSite+", "java.lang.reflect.AccessibleObject+",
                "java.lang.reflect.Parameter");
        // One call site after the other.
        allBut("invalidateAll " + GIVEN, "java.lang.invoke.SwitchPoint");
        // Each draw but the first one is a step of its own (Randoms), unless it is for an array or holds a monitor.
        allBut("nextBytes nextGaussian ints longs doubles", "java.util.Random");
        fences("java.util.Random");
        allBut("nextGaussian ints longs doubles", "java.security.SecureRandom+");
        // Some setters change several fields, or one that is read together with others.
        allBut("setRawOffset", "java.util.TimeZone+");
        allBut("setStartRule setEndRule setDSTSavings setStartYear", "java.util.SimpleTimeZone");
        // One field each; arrays are copied, and not written to afterwards.
        only("getEras getMonths getShortMonths getWeekdays getShortWeekdays getAmPmStrings getZoneStrings"
                + " getLocalPatternChars setEras setMonths setShortMonths setWeekdays setShortWeekdays"
                + " setAmPmStrings setZoneStrings setLocalPatternChars",
                "java.text.DateFormatSymbols");
        // What does not move a position, and changes one element at most.
        only("charAt length isEmpty"
                + " get(I) put(IB) put(IC) put(IS) put(II) put(IJ) put(IF) put(ID) getChar(I) getShort(I) getInt(I)"
                + " getLong(I) getFloat(I) getDouble(I) putChar(I putShort(I putInt(I putLong(I putFloat(I putDouble(I"
                + " capacity position() limit() remaining hasRemaining isDirect isReadOnly hasArray array arrayOffset"
                + " order() force load isLoaded",
                "java.nio.Buffer+");
        only("get set getAtIndex setAtIndex byteSize isNative isReadOnly isMapped scope address asSlice asReadOnly"
                + " heapBase reinterpret equals hashCode", "java.lang.foreign.MemorySegment+");
        only("read write seek length getFilePointer close getChannel getFD", "java.io.RandomAccessFile");
        only("getMainAttributes getEntries", "java.util.jar.Manifest");
        only("get getValue containsKey containsValue size isEmpty equals hashCode", "java.util.jar.Attributes");
        // Documented: they may be used by several threads, or never change.
        all("java.lang.ClassLoader+", "java.lang.Module", "java.lang.ModuleLayer", "java.lang.Package",
                "java.lang.Process+", "java.lang.ProcessHandle+", "java.lang.Runtime", "java.lang.StackWalker",
                "java.lang.StackTraceElement", "java.lang.invoke.MethodHandles$Lookup",
                "java.lang.foreign.Arena+", "java.lang.foreign.SymbolLookup+", "java.lang.foreign.Linker+");
        all("java.util.Base64$Encoder", "java.util.Base64$Decoder", "java.util.HexFormat", "java.time.Clock+",
                "java.time.zone.ZoneRules", "java.util.regex.Matcher$ImmutableMatchResult",
                "java.util.random.RandomGeneratorFactory", "java.util.concurrent.ThreadFactory+",
                "java.lang.System$Logger+", "java.lang.ScopedValue", "java.lang.ScopedValue$Carrier",
                "javax.management.ObjectName");
        // Who reads from or writes to a pipe or socket that is closed meanwhile is told, and may have done so.
        allBut("close", "sun.nio.ch.SelChImpl+");
        all("java.nio.channels.Channel+", "java.nio.channels.Selector+", "java.nio.channels.SelectionKey+",
                "java.nio.channels.FileLock+", "java.nio.file.FileSystem+", "java.nio.file.FileStore+",
                "java.nio.file.WatchService+", "java.nio.file.WatchKey+", "java.nio.file.spi.FileSystemProvider+",
                "java.nio.file.attribute.BasicFileAttributes+", "java.nio.file.attribute.AttributeView+",
                "java.nio.file.SimpleFileVisitor", "java.io.Console");
        all("java.net.InetAddress+", "java.net.SocketAddress+", "java.net.URI", "java.net.NetworkInterface",
                "java.net.InterfaceAddress", "java.net.Proxy", "java.net.Socket+", "java.net.ServerSocket+",
                "java.net.DatagramSocket+", "java.net.URL",
                "java.net.CookieStore+", "java.net.ProxySelector+");
        all("java.security.Provider+", "java.security.Provider$Service+",
                "java.security.Key+", "java.security.Principal+", "java.security.Permission+",
                "java.security.ProtectionDomain", "java.security.CodeSource", "java.security.cert.Certificate+",
                "java.security.spec.AlgorithmParameterSpec+", "java.security.spec.EncodedKeySpec+",
                "javax.net.SocketFactory+", "javax.net.ServerSocketFactory+", "javax.net.ssl.SSLContext");
        allBut("isLoggable", "java.util.logging.Handler+");
        if (Loggers.handlersFormatFirst()) {
            // It may be closed after a record has been found loggable, and before that is written.
            allBut("isLoggable close setOutputStream", "java.util.logging.StreamHandler+");
        }
        all("java.util.logging.Formatter+", "java.util.logging.Level+",
                "java.util.logging.LogManager+", "java.util.logging.ErrorManager+");
        allBut("firePropertyChange fireIndexedPropertyChange", "java.beans.PropertyChangeSupport");
        allBut("fireVetoableChange", "java.beans.VetoableChangeSupport");
        all("javax.management.MBeanServer+",
                "java.lang.management.PlatformManagedObject+", "javax.xml.validation.Schema+",
                "javax.xml.transform.Templates+", "org.xml.sax.helpers.DefaultHandler",
                "java.io.ObjectStreamClass", "java.io.ObjectStreamField");
    }
}

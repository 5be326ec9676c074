package dev.mcr.build;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Where {@code mcr} and what belongs to it is: what the user says, or the copy in the jar of native parts, unpacked into
 * the user's cache.
 *
 * <p>A directory of the cache is named by the hashes of its files, which are compared whenever it is used; it appears
 * whole or not at all, also if several builds unpack it at once.
 */
public final class McrHome {
    private static final String INDEX = "/dev/mcr/native/index.properties";
    private static final String BINARY = "mcr";

    private McrHome() {}

    /**
     * Finds the binary.
     *
     * @param said the directory that has it, or null
     * @throws IOException if it is not there, or cannot be unpacked; for the user
     */
    public static File binary(String said) throws IOException {
        if (said != null) {
            File binary = new File(said, BINARY);
            if (!binary.canExecute()) {
                throw new IOException("there is no program " + binary + "; mcrHome is the directory that has mcr, "
                        + "libmcr.so and mcr-junit.jar");
            }
            return binary;
        }
        return unpacked().resolve(BINARY).toFile();
    }

    private static Path unpacked() throws IOException {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        TreeMap<String, String> index = index();
        if (!system.equals("Linux amd64")) {
            throw new IOException("mcr runs on Linux on x86-64, and this is " + system);
        }
        StringBuilder all = new StringBuilder();
        index.forEach((file, hash) -> all.append(file).append(hash));
        Path home = cache().resolve(hex(digest().digest(all.toString().getBytes("UTF-8"))).substring(0, 16));
        if (!isWhole(home, index)) {
            unpack(home, index);
        }
        return home;
    }

    /** Files and their hashes. */
    private static TreeMap<String, String> index() throws IOException {
        Properties read = new Properties();
        try (InputStream in = McrHome.class.getResourceAsStream(INDEX)) {
            if (in == null) {
                throw new IOException("the native parts of mcr are missing: dev.mcr:mcr-native-linux-x86_64 is not on "
                        + "the class path of the plugin; mcrHome can name the directory of an installation");
            }
            read.load(in);
        }
        TreeMap<String, String> index = new TreeMap<>();
        read.forEach((file, hash) -> index.put((String) file, (String) hash));
        return index;
    }

    private static Path cache() {
        String of = System.getenv("XDG_CACHE_HOME");
        // A relative one is to be ignored, as its specification says.
        boolean isSaid = of != null && Paths.get(of).isAbsolute();
        return (isSaid ? Paths.get(of) : Paths.get(System.getProperty("user.home"), ".cache")).resolve("mcr");
    }

    private static boolean isWhole(Path home, TreeMap<String, String> index) throws IOException {
        for (String file : index.keySet()) {
            Path path = home.resolve(file);
            if (!Files.isRegularFile(path) || !Files.isExecutable(path) || !hash(path).equals(index.get(file))) {
                return false;
            }
        }
        return true;
    }

    private static void unpack(Path home, TreeMap<String, String> index) throws IOException {
        Files.createDirectories(home.getParent());
        Path partial = Files.createTempDirectory(home.getParent(), "unpacking");
        try {
            for (String file : index.keySet()) {
                Path to = partial.resolve(file);
                try (InputStream in = McrHome.class.getResourceAsStream("/dev/mcr/native/" + file)) {
                    if (in == null) {
                        throw new IOException("the jar of native parts has no " + file);
                    }
                    Files.copy(in, to);
                }
                if (!hash(to).equals(index.get(file))) {
                    throw new IOException("the jar of native parts is damaged: " + file);
                }
                to.toFile().setExecutable(true, false);
            }
            // Not there, or damaged; another build that unpacks it at the same time has the same files.
            if (!isWhole(home, index)) {
                delete(home);
            }
            try {
                Files.move(partial, home, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                // Another build was faster.
                if (!isWhole(home, index)) {
                    throw e;
                }
            }
        } finally {
            delete(partial);
        }
    }

    private static void delete(Path path) throws IOException {
        File[] files = Files.isSymbolicLink(path) ? null : path.toFile().listFiles();
        if (files != null) {
            for (File file : files) {
                delete(file.toPath());
            }
        }
        Files.deleteIfExists(path);
    }

    private static String hash(Path file) throws IOException {
        MessageDigest digest = digest();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return hex(digest.digest());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            // Every JDK has it.
            throw new IllegalStateException(e);
        }
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            text.append(String.format("%02x", b));
        }
        return text.toString();
    }
}

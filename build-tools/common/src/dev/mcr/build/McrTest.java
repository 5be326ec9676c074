package dev.mcr.build;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One run of {@code mcr test} for a build tool. */
public final class McrTest {
    private final File binary;
    private final List<String> arguments = new ArrayList<>();

    /**
     * A run with these options.
     *
     * @param home the directory of an installation, or null
     * @throws IOException if there is no {@code mcr}; for the user
     */
    public McrTest(String home, McrOptions options) throws IOException {
        binary = McrHome.binary(home);
        arguments.add("test");
        arguments.addAll(options.arguments());
    }

    /** The class path of the tests. */
    public McrTest classPath(Iterable<File> files) {
        StringBuilder path = new StringBuilder();
        for (File file : files) {
            // Build tools name directories that a project does not have.
            if (file.exists()) {
                path.append(path.length() == 0 ? "" : File.pathSeparator).append(file.getPath());
            }
        }
        return argument("--classpath=" + path);
    }

    /** The directories in which tests are looked for. */
    public McrTest scan(Iterable<File> directories) {
        for (File directory : directories) {
            if (directory.exists()) {
                argument("--scan=" + directory.getPath());
            }
        }
        return this;
    }

    /** Where the report for build servers goes, that for programs, and failure files. */
    public McrTest reports(File directory, File xml) {
        argument("--report=" + xml.getPath());
        for (String form : new String[] {"report.json", "report.sarif"}) {
            argument("--report=" + new File(directory, form).getPath());
        }
        return argument("--output=" + new File(directory, "failures").getPath());
    }

    /** One more argument. */
    public McrTest argument(String argument) {
        arguments.add(argument);
        return this;
    }

    /**
     * Runs it, and hands on what it prints, line by line.
     *
     * @return the exit status: 0 all is well, 1 a test fails, 2 it could not run, 3 not everything was explored
     * @throws IOException if it cannot be started
     */
    public int run(File directory, Consumer<String> out) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(binary.getPath());
        command.addAll(arguments);
        return McrProcess.run(command, directory, out);
    }

    /** What a status means, for the message with which a build fails; null if all is well. */
    public static String failure(int status) {
        switch (status) {
            case 0:
                return null;
            case 1:
                return "a concurrency test fails";
            case 3:
                return "not every behaviour of the concurrency tests was explored";
            default:
                return "the concurrency tests could not be explored (exit status " + status + ")";
        }
    }
}

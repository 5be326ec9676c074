package dev.mcr.gradle;

import dev.mcr.build.McrOptions;
import dev.mcr.build.McrTest;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.Task;
import org.gradle.api.file.FileCollection;
import org.gradle.api.specs.Spec;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.TaskAction;

/**
 * Explores the concurrency tests of one source set. It is up to date as long as the class path and the options are the
 * same: an exploration has no other inputs. A task that has failed is run again, also if failures were ignored.
 */
@CacheableTask
public class ConcurrencyTest extends DefaultTask {
    /** A file that is there if no test has failed. */
    private static final String PASSED = "passed";

    private FileCollection classpath;
    private FileCollection testClasses;
    private FileCollection launcher;
    private McrOptions options = new McrOptions();
    private String mcrHome;
    private boolean ignoreFailures;
    private File reports;
    private File results;
    private File directory;

    /** Nothing else says that a test has failed where failures are ignored. */
    public ConcurrencyTest() {
        Spec<Task> isIgnored = task -> ignoreFailures;
        Spec<Task> hasPassed = task -> new File(reports, PASSED).isFile();
        getOutputs().doNotCacheIf("failures are ignored", isIgnored);
        getOutputs().upToDateWhen(hasPassed);
    }

    /** Explores the tests. */
    @TaskAction
    public void explore() throws IOException, InterruptedException {
        File xml = new File(results, "TEST-" + getName() + ".xml");
        results.mkdirs();
        reports.mkdirs();
        File passed = new File(reports, PASSED);
        passed.delete();
        xml.delete();
        if (!hasTests()) {
            getLogger().lifecycle("there are no tests");
            passed.createNewFile();
            return;
        }
        McrTest test = new McrTest(mcrHome, options);
        test.classPath(classpath.plus(launcher)).scan(testClasses).reports(reports, xml).argument("--allow-none");
        int status = test.run(directory, line -> getLogger().lifecycle(line));
        String failure = McrTest.failure(status);
        if (failure == null) {
            passed.createNewFile();
            return;
        }
        String message = failure + (xml.isFile() ? "; see " + xml + " and " + reports : "");
        // What could not be run at all is no failure of a test.
        if (!ignoreFailures || status != 1 && status != 3) {
            throw new GradleException(message);
        }
        getLogger().error(message);
    }

    private boolean hasTests() {
        for (File file : testClasses) {
            if (file.exists()) {
                return true;
            }
        }
        return false;
    }

    /** What the tests need. */
    @Classpath
    public FileCollection getClasspath() {
        return classpath;
    }

    public void setClasspath(FileCollection classpath) {
        this.classpath = classpath;
    }

    /** Where the tests are. */
    @Classpath
    public FileCollection getTestClasses() {
        return testClasses;
    }

    public void setTestClasses(FileCollection testClasses) {
        this.testClasses = testClasses;
    }

    /** JUnit's launcher, if the class path has none. */
    @Classpath
    public FileCollection getLauncher() {
        return launcher;
    }

    public void setLauncher(FileCollection launcher) {
        this.launcher = launcher;
    }

    /** What {@code mcr} is told. */
    @Input
    public Map<String, List<String>> getOptions() {
        return options.asMap();
    }

    void setOptions(McrOptions options) {
        this.options = options;
    }

    /** The directory of an installation of {@code mcr}. */
    @Input
    @Optional
    public String getMcrHome() {
        return mcrHome;
    }

    public void setMcrHome(String mcrHome) {
        this.mcrHome = mcrHome;
    }

    /** Whether the build goes on when a test fails. */
    @Input
    public boolean isIgnoreFailures() {
        return ignoreFailures;
    }

    public void setIgnoreFailures(boolean ignoreFailures) {
        this.ignoreFailures = ignoreFailures;
    }

    /** Where reports and failure files go. */
    @OutputDirectory
    public File getReports() {
        return reports;
    }

    public void setReports(File reports) {
        this.reports = reports;
    }

    /** Where JUnit XML goes. */
    @OutputDirectory
    public File getResults() {
        return results;
    }

    public void setResults(File results) {
        this.results = results;
    }

    /** The working directory of the tests. */
    @Internal
    public File getDirectory() {
        return directory;
    }

    public void setDirectory(File directory) {
        this.directory = directory;
    }
}

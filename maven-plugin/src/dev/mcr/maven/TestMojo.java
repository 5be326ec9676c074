package dev.mcr.maven;

import dev.mcr.build.McrOptions;
import dev.mcr.build.McrTest;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;

/**
 * The goal {@code mcr:test}: explores every interleaving of the concurrency tests. Its parameters are options of
 * {@code mcr test}, under their names there in camel case; {@code plugin.xml} has them, too.
 */
public final class TestMojo extends AbstractMojo {
    private List<String> classpath;
    private File testClasses;
    private File reports;
    private File results;
    private File directory;
    private boolean skip;
    private boolean skipTests;
    private boolean mavenTestSkip;
    private boolean testFailureIgnore;
    private String mcrHome;
    private String java;

    private String memoryModel;
    private String strategy;
    private List<String> property;
    private String races;
    private Long maxExecutions;
    private Long maxEvents;
    private Long maxStates;
    private Double timeout;
    private Double watchdog;
    private Integer jobs;
    private List<String> instrument;
    private List<String> exclude;
    private boolean keepGoing;
    private boolean allSteps;
    private boolean spurious;
    private String timeouts;
    private String jdkModels;
    private String localStates;
    private List<String> selectClass;
    private List<String> selectMethod;
    private List<String> selectPackage;
    private List<String> includeTag;
    private List<String> excludeTag;
    private List<String> jvmArg;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        boolean isSkipped = skip || skipTests || mavenTestSkip;
        if (isSkipped || !testClasses.exists()) {
            getLog().info(isSkipped ? "concurrency tests are skipped" : "there are no tests");
            return;
        }
        File xml = new File(results, "TEST-mcr.xml");
        results.mkdirs();
        reports.mkdirs();
        xml.delete();
        int status;
        try {
            List<File> files = new ArrayList<>();
            classpath.forEach(file -> files.add(new File(file)));
            McrTest test = new McrTest(mcrHome, options());
            test.classPath(files).scan(Collections.singleton(testClasses)).reports(reports, xml).argument("--allow-none");
            status = test.run(directory, line -> getLog().info(line));
        } catch (IOException e) {
            throw new MojoExecutionException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted", e);
        }
        String failure = McrTest.failure(status);
        if (failure == null) {
            return;
        }
        String message = failure + (xml.isFile() ? "; see " + xml + " and " + reports : "");
        if (status == 2) {
            throw new MojoExecutionException(message);
        }
        if (!testFailureIgnore) {
            throw new MojoFailureException(message);
        }
        getLog().error(message);
    }

    private McrOptions options() {
        McrOptions options = new McrOptions();
        options.put("memoryModel", memoryModel);
        options.put("strategy", strategy);
        options.put("property", property);
        options.put("races", races);
        options.put("maxExecutions", maxExecutions);
        options.put("maxEvents", maxEvents);
        options.put("maxStates", maxStates);
        options.put("timeout", timeout);
        options.put("watchdog", watchdog);
        options.put("jobs", jobs);
        options.put("instrument", instrument);
        options.put("exclude", exclude);
        options.put("keepGoing", keepGoing);
        options.put("allSteps", allSteps);
        options.put("spurious", spurious);
        options.put("timeouts", timeouts);
        options.put("jdkModels", jdkModels);
        options.put("localStates", localStates);
        options.put("selectClass", selectClass);
        options.put("selectMethod", selectMethod);
        options.put("selectPackage", selectPackage);
        options.put("includeTag", includeTag);
        options.put("excludeTag", excludeTag);
        options.put("jvmArg", jvmArg);
        options.put("java", java != null ? java : new File(System.getProperty("java.home"), "bin/java").getPath());
        return options;
    }
}

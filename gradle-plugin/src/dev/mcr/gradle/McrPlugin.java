package dev.mcr.gradle;

import dev.mcr.build.McrOptions;
import java.io.File;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gradle.api.Action;
import org.gradle.api.GradleException;
import org.gradle.api.NamedDomainObjectContainer;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.file.FileCollection;
import org.gradle.api.file.ProjectLayout;
import org.gradle.api.plugins.JavaBasePlugin;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.SourceSet;

/**
 * The plugin {@code dev.mcr}: a task {@code concurrencyTest} that explores the tests of the source set {@code test}, one
 * for each other source set with tests ({@code concurrencyIntegrationTest}), and {@code concurrencyReplay}.
 *
 * <p>It uses what Gradle 4.4 and Gradle 9 have in common.
 */
public class McrPlugin implements Plugin<Project> {
    private static final Pattern ENGINE = Pattern.compile("junit-platform-engine-(.+)\\.jar");
    private static final String GROUP = "verification";

    @Override
    public void apply(Project project) {
        McrExtension extension = project.getExtensions().create("mcr", McrExtension.class);
        ConcurrencyReplay replay = project.getTasks().create("concurrencyReplay", ConcurrencyReplay.class);
        replay.setGroup(GROUP);
        replay.setDescription("Replays the failure of a concurrency test: --failure FILE [--debug-port N]");
        Action<SourceSet> ofSources = set -> {
            if (!set.getName().equals(SourceSet.MAIN_SOURCE_SET_NAME)) {
                add(project, set);
            }
        };
        Action<JavaBasePlugin> ofJava = java -> {
            // Where source sets are, Gradle has changed; the name has stayed.
            @SuppressWarnings("unchecked")
            NamedDomainObjectContainer<SourceSet> sources =
                    (NamedDomainObjectContainer<SourceSet>) project.findProperty("sourceSets");
            if (sources != null) {
                sources.all(ofSources);
            }
        };
        project.getPlugins().withType(JavaBasePlugin.class, ofJava);
        Action<ConcurrencyTest> ofTests = task -> configure(task, extension);
        Action<Project> whenRead = done -> {
            project.getTasks().withType(ConcurrencyTest.class, ofTests);
            replay.setMcrHome(extension.getMcrHome());
            replay.setFailures(new File(buildDirectory(project), "reports/mcr"));
            replay.setFailure((String) project.findProperty("failure"));
        };
        // What the build file says is known when all of it was read.
        project.afterEvaluate(whenRead);
    }

    private static void add(Project project, SourceSet set) {
        String name = set.getName();
        String taskName = "concurrency" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        ConcurrencyTest task = project.getTasks().create(taskName, ConcurrencyTest.class);
        task.setGroup(GROUP);
        task.setDescription("Explores every interleaving of the concurrency tests in " + name + ".");
        // A build file may give the source set another one later.
        Callable<Object> runtime = set::getRuntimeClasspath;
        FileCollection classpath = project.files(runtime);
        task.setClasspath(classpath);
        task.setTestClasses(set.getOutput().getClassesDirs());
        task.setLauncher(launcher(project, classpath));
        task.setReports(new File(buildDirectory(project), "reports/mcr/" + taskName));
        task.setResults(new File(buildDirectory(project), "test-results/" + taskName));
        task.setDirectory(project.getProjectDir());
    }

    /**
     * The directory {@code build}: Gradle 4 and Gradle 8 call it alike, but the types are others, so a call that is
     * compiled against one does not work with the other.
     */
    private static File buildDirectory(Project project) {
        try {
            Method directory = ProjectLayout.class.getMethod("getBuildDirectory");
            Object property = directory.invoke(project.getLayout());
            Method file = directory.getReturnType().getMethod("getAsFile");
            return (File) ((Provider<?>) file.invoke(property)).get();
        } catch (ReflectiveOperationException e) {
            throw new GradleException("this version of Gradle is not known to the plugin dev.mcr", e);
        }
    }

    /** JUnit's launcher, in the version of the project's JUnit, if the class path has none: as Gradle's own tests do. */
    private static FileCollection launcher(Project project, FileCollection classpath) {
        Callable<Object> find = () -> {
            String version = null;
            for (File file : classpath.getFiles()) {
                if (file.getName().startsWith("junit-platform-launcher-")) {
                    return Collections.emptyList();
                }
                Matcher engine = ENGINE.matcher(file.getName());
                version = engine.matches() ? engine.group(1) : version;
            }
            if (version == null) {
                return Collections.emptyList();
            }
            Configuration configuration = project.getConfigurations().detachedConfiguration(project.getDependencies()
                    .create("org.junit.platform:junit-platform-launcher:" + version));
            return configuration.getFiles();
        };
        return project.files(find);
    }

    private static void configure(ConcurrencyTest task, McrExtension said) {
        McrOptions options = new McrOptions();
        options.put("memoryModel", said.getMemoryModel());
        options.put("strategy", said.getStrategy());
        options.put("property", said.getProperty());
        options.put("races", said.getRaces());
        options.put("maxExecutions", said.getMaxExecutions());
        options.put("maxEvents", said.getMaxEvents());
        options.put("maxStates", said.getMaxStates());
        options.put("timeout", said.getTimeout());
        options.put("watchdog", said.getWatchdog());
        options.put("jobs", said.getJobs());
        options.put("instrument", said.getInstrument());
        options.put("exclude", said.getExclude());
        options.put("keepGoing", said.isKeepGoing());
        options.put("allSteps", said.isAllSteps());
        options.put("spurious", said.isSpurious());
        options.put("timeouts", said.getTimeouts());
        options.put("jdkModels", said.getJdkModels());
        options.put("localStates", said.getLocalStates());
        options.put("selectClass", said.getSelectClass());
        options.put("selectMethod", said.getSelectMethod());
        options.put("selectPackage", said.getSelectPackage());
        options.put("includeTag", said.getIncludeTag());
        options.put("excludeTag", said.getExcludeTag());
        options.put("jvmArg", said.getJvmArg());
        String java = said.getJava();
        options.put("java", java != null ? java : new File(System.getProperty("java.home"), "bin/java").getPath());
        task.setOptions(options);
        task.setMcrHome(said.getMcrHome());
        task.setIgnoreFailures(said.isIgnoreFailures());
    }
}

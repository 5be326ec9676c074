import java.io.File;
import java.util.List;
import java.util.Map;
import org.gradle.api.Project;
import org.gradle.api.ProjectEvaluationListener;
import org.gradle.api.Task;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.testfixtures.ProjectBuilder;

/** Applies the plugin to a project, against an API of Gradle that cannot be had as a distribution everywhere. */
public final class Apply {
    private Apply() {}

    /** The directory of the project. */
    public static void main(String[] arguments) {
        int status = 0;
        try {
            apply(new File(arguments[0]));
        } catch (Throwable wrong) {
            wrong.printStackTrace();
            status = 1;
        }
        // A thread of Gradle ("Memory manager") would go on for ever.
        System.exit(status);
    }

    private static void apply(File directory) throws Exception {
        Project project = ProjectBuilder.builder().withProjectDir(directory).build();
        // Before and after the plugin, source sets are found.
        project.getPluginManager().apply("dev.mcr");
        project.getPluginManager().apply("java");
        project.getExtensions().getByType(JavaPluginExtension.class).getSourceSets().create("integration");
        Object block = project.getExtensions().getByName("mcr");
        block.getClass().getMethod("setMemoryModel", String.class).invoke(block, "tso");
        block.getClass().getMethod("setTimeout", Double.class).invoke(block, 60.0);
        // What a build does when its file was read. (All that Gradle does then needs a distribution.)
        Object listeners = project.getClass().getMethod("getProjectEvaluationBroadcaster").invoke(project);
        ((ProjectEvaluationListener) listeners).afterEvaluate(project, project.getState());
        Task test = project.getTasks().getByName("concurrencyTest");
        Map<?, ?> options = (Map<?, ?>) test.getClass().getMethod("getOptions").invoke(test);
        expect(options.containsValue(List.of("tso")) && options.containsValue(List.of("60.0")), "options: " + options);
        String needs = test.getTaskDependencies().getDependencies(test).toString();
        expect(needs.contains(":testClasses") || needs.contains(":compileTestJava"), "it depends on " + needs);
        expect(test.getInputs().getHasInputs() && test.getOutputs().getHasOutput(), "no inputs or outputs");
        project.getTasks().getByName("concurrencyIntegration");
        Task replay = project.getTasks().getByName("concurrencyReplay");
        expect(List.of(replay.getClass().getMethods()).toString().contains("setFailure"), "no option --failure");
        System.out.println("applied with the API of Gradle " + project.getGradle().getGradleVersion());
    }

    private static void expect(boolean isSo, String otherwise) {
        if (!isSo) {
            throw new IllegalStateException(otherwise);
        }
    }
}

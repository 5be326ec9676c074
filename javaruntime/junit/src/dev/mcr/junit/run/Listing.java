package dev.mcr.junit.run;

import java.io.File;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Lists the tests on the class path that were asked for, without running any, in the order in which JUnit runs them. */
final class Listing {
    private final List<String> classes = new ArrayList<>();
    private final List<String> classPatterns = new ArrayList<>();
    private final List<String> methods = new ArrayList<>();
    private final List<String> packages = new ArrayList<>();
    private final List<String> tags = new ArrayList<>();
    private final List<String> withoutTags = new ArrayList<>();
    private final Set<Path> roots = new LinkedHashSet<>();
    private final Set<String> seen = new HashSet<>();

    Listing(String[] arguments) {
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            ask(arguments[i], arguments[i + 1]);
        }
    }

    private void ask(String what, String value) {
        switch (what) {
            case "class": classes.add(value); break;
            case "class-pattern": classPatterns.add(value); break;
            case "method": methods.add(value); break;
            case "package": packages.add(value); break;
            case "tag": tags.add(value); break;
            case "without-tag": withoutTags.add(value); break;
            case "root": roots.add(new File(value).toPath()); break;
            default: throw new IllegalArgumentException(what);
        }
    }

    /** Prints a line for each. */
    void print() {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        List<DiscoverySelector> selectors = new ArrayList<>();
        classes.forEach(name -> selectors.add(DiscoverySelectors.selectClass(name)));
        packages.forEach(name -> selectors.add(DiscoverySelectors.selectPackage(name)));
        for (String method : methods) {
            selectors.add(DiscoverySelectors.selectClass(method.substring(0, method.indexOf('#'))));
        }
        if (selectors.isEmpty() || !classPatterns.isEmpty()) {
            selectors.addAll(DiscoverySelectors.selectClasspathRoots(roots));
        }
        if (!tags.isEmpty()) {
            request.filters(TagFilter.includeTags(tags));
        }
        if (!withoutTags.isEmpty()) {
            request.filters(TagFilter.excludeTags(withoutTags));
        }
        if (!classPatterns.isEmpty()) {
            List<String> patterns = new ArrayList<>(classPatterns);
            classes.forEach(name -> patterns.add(java.util.regex.Pattern.quote(name)));
            request.filters(ClassNameFilter.includeClassNamePatterns(patterns.toArray(new String[0])));
        }
        LauncherDiscoveryRequest built = request.selectors(selectors).build();
        TestPlan plan = LauncherFactory.create().discover(built);
        for (TestIdentifier root : plan.getRoots()) {
            walk(plan, root, null);
        }
    }

    private void walk(TestPlan plan, TestIdentifier test, String inClass) {
        TestSource source = test.getSource().orElse(null);
        String declaring = source instanceof ClassSource ? ((ClassSource) source).getClassName() : inClass;
        Set<TestIdentifier> children = plan.getChildren(test);
        boolean isTemplate = source instanceof MethodSource && test.isContainer() && children.isEmpty();
        if ((test.isTest() || isTemplate) && seen.add(test.getUniqueId())) {
            say(test, source, declaring, isTemplate);
        }
        for (TestIdentifier child : children) {
            walk(plan, child, declaring);
        }
    }

    private static void say(TestIdentifier test, TestSource source, String declaring, boolean isTemplate) {
        Json line = new Json();
        line.text("id", test.getUniqueId());
        line.text("name", test.getLegacyReportingName());
        line.text("display", test.getDisplayName());
        line.flag("template", isTemplate);
        String type = declaring;
        String method = null;
        if (source instanceof MethodSource) {
            MethodSource of = (MethodSource) source;
            type = declaring == null ? of.getClassName() : declaring;
            method = of.getMethodName();
            line.text("parameters", of.getMethodParameterTypes());
            annotations(line, of);
        }
        line.text("class", type);
        line.text("method", method);
        System.out.println(Discover.TEST + line.done());
    }

    /** What annotations say of the method; of those of this jar, by name, as the project may have none or another. */
    private static void annotations(Json line, MethodSource source) {
        try {
            Method method = source.getJavaMethod();
            for (Annotation annotation : method.getAnnotations()) {
                option(line, annotation);
            }
        } catch (RuntimeException | LinkageError e) {
            // The class cannot be loaded whole: running it will say so.
            line.text("problem", e.toString());
        }
    }

    private static void option(Json line, Annotation annotation) {
        String name = annotation.annotationType().getName();
        if (name.equals("dev.mcr.junit.ConcurrencyTest") || name.equals("dev.mcr.junit.Outcomes")) {
            line.members(name.substring(name.lastIndexOf('.') + 1), annotation);
        }
    }
}

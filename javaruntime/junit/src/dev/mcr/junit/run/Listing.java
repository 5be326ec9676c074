package dev.mcr.junit.run;

import java.io.File;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
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

    private final List<String> lines;

    /** {@code arguments}: pairs, what is asked for, and its value. {@code lines}: where the tests go. */
    Listing(String[] arguments, List<String> lines) {
        this.lines = lines;
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

    /** Adds a line for each. */
    void list() {
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
        boolean isTemplate = test.isContainer() && children.isEmpty()
                && (source instanceof MethodSource || test.getUniqueId().contains("[class-template:"));
        if ((test.isTest() || isTemplate) && seen.add(test.getUniqueId())) {
            say(test, source, declaring, isTemplate);
        }
        for (TestIdentifier child : children) {
            walk(plan, child, declaring);
        }
    }

    private void say(TestIdentifier test, TestSource source, String declaring, boolean isTemplate) {
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
        if (source instanceof ClassSource) {
            ofClass(line, (ClassSource) source);
        }
        line.text("class", type);
        line.text("method", method);
        lines.add(line.done());
    }

    /** What annotations say of the method; of those of this jar, by name, as the project may have none or another. */
    private static void annotations(Json line, MethodSource source) {
        try {
            Class<?> type = Class.forName(source.getClassName(), false, loader());
            Method method = find(type, source);
            if (method == null) {
                line.text("problem", "there is no method " + source.getMethodName() + " in " + source.getClassName());
                return;
            }
            for (String name : ANNOTATIONS) {
                Annotation found = annotation(method, name);
                if (found != null) {
                    line.members(name.substring(name.lastIndexOf('.') + 1), found);
                }
            }
        } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
            line.text("problem", e.toString());
        }
    }

    /** A class whose tests are made when it is run: what one of them says of being explored holds for all. */
    private static void ofClass(Json line, ClassSource source) {
        try {
            for (Method method : Class.forName(source.getClassName(), false, loader()).getDeclaredMethods()) {
                Annotation found = annotation(method, ANNOTATIONS[0]);
                if (found != null) {
                    line.members("ConcurrencyTest", found);
                    return;
                }
            }
        } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
            line.text("problem", e.toString());
        }
    }

    private static final String[] ANNOTATIONS = {"dev.mcr.junit.ConcurrencyTest", "dev.mcr.junit.Outcomes"};

    private static ClassLoader loader() {
        return Thread.currentThread().getContextClassLoader();
    }

    /** The method, in the class or in what it inherits from. */
    private static Method find(Class<?> type, MethodSource source) {
        if (type == null) {
            return null;
        }
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(source.getMethodName()) && !method.isBridge()
                    && types(method).equals(String.valueOf(source.getMethodParameterTypes()).replace(" ", ""))) {
                return method;
            }
        }
        Method found = find(type.getSuperclass(), source);
        for (Class<?> above : type.getInterfaces()) {
            found = found != null ? found : find(above, source);
        }
        return found;
    }

    /** Its parameter types, as JUnit writes them, but for blanks. */
    private static String types(Method method) {
        StringBuilder text = new StringBuilder();
        for (Class<?> type : method.getParameterTypes()) {
            text.append(text.length() == 0 ? "" : ",").append(type.getName());
        }
        return text.toString();
    }

    /** The annotation of this name, on an element or on one of its annotations. */
    private static Annotation annotation(AnnotatedElement element, String name) {
        return annotation(element, name, new HashSet<>());
    }

    private static Annotation annotation(AnnotatedElement element, String name, Set<Class<?>> seen) {
        for (Annotation annotation : element.getAnnotations()) {
            if (annotation.annotationType().getName().equals(name)) {
                return annotation;
            }
        }
        for (Annotation annotation : element.getAnnotations()) {
            if (seen.add(annotation.annotationType())) {
                Annotation found = annotation(annotation.annotationType(), name, seen);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}

import org.codehaus.groovy.ast.ClassHelper;

/**
 * GROOVY-4292 (in 1.7.9): a weak hash map is used by several threads without a lock.
 *
 * <p>{@code ClassHelper.makeCached} looks a class up in a static {@code WeakHashMap} (ClassHelper.java:115) and puts it
 * in when it is not there (line 119). Nothing orders that in two threads, though class loaders of several threads
 * compile at once. Here each puts in a class of its own, so the races are those in {@code WeakHashMap.put}: both change
 * how many entries there are, and how often it has been changed. Which of them share a list follows from hash codes.
 *
 * <p>It does harm where both make the table larger at once: a list may end in a circle, and whoever looks for an entry
 * there does so for ever, as the report says. That takes more entries than a small program makes; so the races
 * themselves are what is looked for.
 *
 * @option --races fail
 * @bug GROOVY-4292
 * @violation race WeakHashMap.java
 * @outcome done
 */
public class Groovy4292 {
    interface First {}

    interface Second {}

    public static void main(String[] args) throws InterruptedException {
        ClassHelper.makeCached(Object.class);
        Thread other = new Thread(() -> ClassHelper.makeCached(First.class), "other");
        other.start();
        ClassHelper.makeCached(Second.class);
        other.join();
        System.out.println("done");
    }
}

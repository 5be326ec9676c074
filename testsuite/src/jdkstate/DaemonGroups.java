/**
 * One thread makes a group a daemon group, the other asks whether it is one.
 *
 * <p>A group begins as the group that it is made in. The main thread makes a group in "a", and asks that one after it has asked
 * the new one; the other thread sets "a". So the new one is a daemon only if "a" was by then: false false, false true, true
 * true. The group of the main thread, which is set to what it is not, is in each execution what it was: false.
 */
public class DaemonGroups {
    static final ThreadGroup group = new ThreadGroup("a");

    public static void main(String[] args) throws Exception {
        ThreadGroup own = Thread.currentThread().getThreadGroup();
        boolean before = own.isDaemon();
        Thread setter = new Thread(() -> {
            group.setDaemon(true);
            own.setDaemon(true);
        });
        setter.start();
        ThreadGroup inner = new ThreadGroup(group, "inner");
        String seen = inner.isDaemon() + " " + group.isDaemon();
        setter.join();
        System.out.println(seen + " " + before + " " + own.isDaemon());
    }
}

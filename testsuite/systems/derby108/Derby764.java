import java.lang.reflect.Method;
import org.apache.derby.iapi.services.context.ContextManager;
import org.apache.derby.iapi.services.context.ContextService;
import org.apache.derby.iapi.services.loader.ClassFactoryContext;
import org.apache.derby.iapi.services.loader.JarReader;
import org.apache.derby.iapi.services.locks.CompatibilitySpace;
import org.apache.derby.iapi.services.monitor.ModuleFactory;
import org.apache.derby.iapi.services.monitor.Monitor;
import org.apache.derby.iapi.services.property.PersistentSet;
import org.apache.derby.impl.services.locks.ConcurrentPool;

/**
 * DERBY-764 (in 10.5.3.0, 10.8.1.2 and 10.9.1.0): a deadlock of a transaction that replaces a jar in the database, and
 * one that loads a class from it.
 *
 * <p>Who loads a class locks the class loader for its transaction, shared, and then takes the monitor of the loader
 * ({@code UpdateLoader.loadClass}). Who replaces a jar has the monitor ({@code modifyJar} is synchronized), and then
 * waits for the lock, exclusive. The lock is given back when the transaction ends that loads the class, and that cannot
 * go on. Derby's own search for deadlocks does not see it: it knows locks, and no monitors.
 *
 * <p>It is no other bug: the one waits for this monitor, the other one in {@code ActiveLock.waitForGrant} for this
 * lock. With derby.locks.waitTimeout=-1, as here, both wait for ever; by default who waits for the lock is told after a
 * minute that it was too long (40XL1).
 *
 * <p>The loader, its locks and the contexts of the threads are Derby's. What stands for a transaction is a space of
 * locks, which are given back at its end. (A database takes ten million steps to create.)
 *
 * @bug DERBY-764
 * @violation deadlock UpdateLoader.loadClass
 * @outcome [deadlock]
 * @outcome null
 */
public class Derby764 {
    private static final String REFLECT = "org.apache.derby.impl.services.reflect.";

    public static void main(String[] args) throws Exception {
        ConcurrentPool locks = locks();
        Inside.set(Monitor.class, null, "monitor", Inside.answering(ModuleFactory.class, locks));
        ContextService service = new ContextService();
        Class<?> classes = Class.forName(REFLECT + "DatabaseClasses");
        Object parent = Inside.make(REFLECT + "ReflectClassesJava2", new Class<?>[0]);
        Object loader = Inside.make(REFLECT + "UpdateLoader",
                new Class<?>[] {String.class, classes, boolean.class, boolean.class}, "", parent, false, false);
        Method modify = Inside.method(loader.getClass(), "modifyJar", boolean.class);
        Method load = Inside.method(loader.getClass(), "loadClass", String.class, boolean.class);
        CompatibilitySpace replacing = locks.createCompatibilitySpace(() -> false);
        CompatibilitySpace loading = locks.createCompatibilitySpace(() -> false);
        Thread replacer = new Thread(() -> {
            service.setCurrentContextManager(transaction(service, replacing));
            try {
                modify.invoke(loader, false);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            locks.unlockGroup(replacing, replacing.getOwner());
        }, "replacer");
        replacer.start();
        service.setCurrentContextManager(transaction(service, loading));
        System.out.println(load.invoke(loader, "Missing", false));
        locks.unlockGroup(loading, loading.getOwner());
        replacer.join();
    }

    /** The locks of a database with derby.locks.waitTimeout=-1. */
    private static ConcurrentPool locks() throws Exception {
        ConcurrentPool locks = new ConcurrentPool();
        Object table = Inside.get(ConcurrentPool.class.getSuperclass(), locks, "lockTable");
        Inside.method(table.getClass(), "setWaitTimeout", int.class).invoke(table, -1);
        Inside.method(table.getClass(), "setDeadlockTimeout", int.class).invoke(table, 20_000);
        return locks;
    }

    /** What the thread of a connection has: a transaction, whose locks are its own. */
    private static ContextManager transaction(ContextService service, CompatibilitySpace space) {
        ContextManager manager = service.newContextManager();
        manager.pushContext(new ClassFactoryContext(manager, null) {
            @Override
            public CompatibilitySpace getLockSpace() {
                return space;
            }

            @Override
            public PersistentSet getPersistentSet() {
                return null;
            }

            @Override
            public JarReader getJarReader() {
                return null;
            }
        });
        return manager;
    }
}

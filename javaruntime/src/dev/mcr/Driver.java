package dev.mcr;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Takes the place of the launcher: runs the program's main method once for each schedule. */
final class Driver {
    private Driver() {}

    private static AppLoader loader;

    /** The loader of the execution in progress. */
    static ClassLoader loader() {
        return loader;
    }

    /** Called by the agent when the JVM is up; returns when the checker needs no more executions. */
    static void drive() {
        try {
            runAll();
        } catch (Throwable e) {
            Hooks.running = null;
            StringBuilder text = new StringBuilder("a mistake in mcr itself: ").append(e);
            for (StackTraceElement frame : e.getStackTrace()) {
                text.append(" < ").append(frame);
            }
            Native.fatal(text.toString());
        }
    }

    private static void runAll() {
        AppLoader.Source source;
        Launch launch;
        int mainKind;
        HeaderHash.prepare();
        MemberHooks.prepare();
        Insights.load();
        // Before anything initialises the class of the common pool.
        Globals.prepare();
        ClassInfo.prepare();
        try {
            launch = Launch.ofThisJvm();
            source = new AppLoader.Source(launch);
            mainKind = checkMain(launch, source);
        } catch (Launch.Unusable e) {
            Native.fatal(e.getMessage());
            return;
        }
        Names.persistStatics(java.util.Collections.class);
        // Modules of the JDK that are the program's here keep its cleaner.
        Names.persistStatics(Internals.type("jdk.internal.ref.CleanerFactory"));
        Output out = new Output(StandardFile.OUT);
        Output err = new Output(StandardFile.ERR);
        for (ThreadGroup group = Thread.currentThread().getThreadGroup(); group != null; group = group.getParent()) {
            // The JVM has made them, and all threads can find them.
            Names.persist(group, "thread group " + group.getName());
        }
        Names.persist(out, "System.out");
        Names.persist(err, "System.err");
        Names.persist(java.util.concurrent.ThreadLocalRandom.current(), "ThreadLocalRandom");
        System.setOut(out);
        System.setErr(err);
        Thread.setDefaultUncaughtExceptionHandler(null);
        SystemProperties.prepare();
        JdkStatics.prepare();
        long mainNumber = Thread.currentThread().getId();
        Registries.prepare();
        ModuleChanges.prepare();
        // What code of the JDK does for their initialisers must not show in whatever thread comes first.
        for (String lazy : new String[] {"CallLog", "ArrayParts", "CallMonitors", "TakenMonitors"}) {
            Internals.type("dev.mcr." + lazy);
        }
        while (Native.nextExecution()) {
            StandardFile.reset();
            out.reopen();
            err.reopen();
            StoreBuffers.reset();
            Places.reset();
            ConstantFields.reset();
            Insights.reset();
            VirtualTime.reset();
            ReferenceHooks.reset();
            Names.reset();
            KeptByJdk.reset();
            WholeArrays.reset();
            Monitors.reset();
            Calls.reset();
            VarHandles.reset();
            AccessHandles.reset();
            Exceptions.reset();
            ThreadGroups.reset();
            AccessFlags.reset();
            Globals.reset();
            IdentityHash.reset();
            Locks.reset();
            ForkJoin.reset();
            Network.reset();
            NetHooks.reset();
            Outside.reset();
            NetGroups.reset();
            Initialisation.reset();
            ClassInit.reset();
            Threads.reset();
            JvmState.reset();
            Randoms.reset();
            Registries.reset();
            ProcessRecords.reset();
            SystemProperties.reset();
            ModuleChanges.reset();
            ShutdownHooks.reset();
            NativeCalls.reset();
            OffHeap.reset();
            DirectMemory.reset();
            Defaults.reset();
            Loggers.reset();
            FileStates.reset();
            DirectoryOrder.reset();
            JdkStatics.reset();
            String kept = ForeignObjects.kept();
            if (kept != null) {
                Native.fatal(kept);
                return;
            }
            Residue.look();
            loader = KeptClasses.loader(source);
            JvmState.setSystemClassLoader(loader);
            Runnable program = new MainThread(launch.mainClass, launch.arguments(), loader, mainKind);
            Thread main = new Thread(null, program, "main");
            ThreadFields.setNumber(main, mainNumber);
            main.setDaemon(false);
            main.setContextClassLoader(loader);
            Names.main(Threads.register(main, 0));
            Native.mark(main, 0);
            JavaAgents.programRuns(true);
            main.start();
            Native.awaitEnd();
            JavaAgents.programRuns(false);
            Hooks.running = null;
            Outside.end();
            if (CallLog.ON) {
                CallLog.ended();
            }
            // The checker may end this process as soon as it knows.
            NativeLibraries.reset();
            Watches.reset();
            boolean ended = Native.finishExecution(FilesPutBack.restore());
            if (!ended) {
                return;
            }
        }
    }

    private static int checkMain(Launch launch, AppLoader.Source source) throws Launch.Unusable {
        Module module = ProgramModules.of(launch.mainClass);
        String found = module == null ? null : module.getName();
        boolean isThere = launch.module == null || launch.module.equals(found);
        if (!isThere || source.find(launch.mainClass) == null) {
            throw new Launch.Unusable("cannot find the main class " + launch.mainClass
                    + (launch.module == null ? " on the class path" : " in the module " + launch.module));
        }
        if (JavaAgents.loaded(launch.mainClass) != null) {
            throw new Launch.Unusable("the main class " + launch.mainClass + " cannot be checked, as another agent "
                    + "(-javaagent, Launcher-Agent-Class) has loaded it before the program starts; "
                    + "give the agent a class of its own");
        }
        int kind;
        try {
            Class<?> type = Class.forName(launch.mainClass, false, new AppLoader(source));
            kind = mainKind(type);
            if (kind >= 2 && Runtime.version().feature() >= 25 && !hasConstructor(type)) {
                throw new Launch.Unusable("the main method of " + launch.mainClass
                        + " is not static, and the class has no constructor without parameters that is not private");
            }
        } catch (ClassNotFoundException | LinkageError e) {
            throw new Launch.Unusable("cannot load the main class " + launch.mainClass + ": " + e);
        }
        if (kind < 0 || kind > 0 && Runtime.version().feature() < 25) {
            throw new Launch.Unusable(
                    "the class " + launch.mainClass + " has no method public static void main(String[])");
        }
        return kind;
    }

    private static boolean hasConstructor(Class<?> type) {
        try {
            return !Modifier.isPrivate(type.getDeclaredConstructor().getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /**
     * Which main method a class has: 0 static with arguments, 1 static without, 2 and 3 the same for an instance, -1
     * none.
     */
    private static int mainKind(Class<?> type) {
        int best = -1;
        for (Class<?> c = type; c != null && best != 0; c = c.getSuperclass()) {
            for (Method method : c.getDeclaredMethods()) {
                Class<?>[] parameters = method.getParameterTypes();
                boolean none = parameters.length == 0;
                if (method.getName().equals("main") && method.getReturnType() == void.class
                        && (none || parameters.length == 1 && parameters[0] == String[].class)) {
                    int kind = (Modifier.isStatic(method.getModifiers()) ? 0 : 2) + (none ? 1 : 0);
                    best = best < 0 ? kind : Math.min(best, kind);
                }
            }
        }
        return best;
    }

    /** The program's main thread. */
    private record MainThread(String mainClass, String[] arguments, AppLoader loader, int kind)
            implements Runnable {
        @Override
        public void run() {
            Control me = Hooks.running;
            try {
                if (me.stopping) {
                    return;
                }
                if (Insights.has(Insights.ENDS_NOTIFY)) {
                    Native.endNotifies(me.id, Names.of(me, me.thread));
                }
                Class<?> type = Class.forName(mainClass, false, loader);
                ClassInit.before(me, type);
                Object instance = null;
                if (kind >= 2) {
                    java.lang.reflect.Constructor<?> constructor = type.getDeclaredConstructor();
                    Internals.makeAccessible(constructor);
                    try {
                        instance = constructor.newInstance();
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        throw e.getCause();
                    }
                }
                Native.callMain(type, instance, kind, arguments);
            } catch (Throwable thrown) {
                Uncaught.left(me, me.thread, thrown);
            }
            ShutdownHooks.mainEnds(me);
        }
    }
}

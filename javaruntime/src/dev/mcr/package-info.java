/**
 * The Java runtime of mcr, which the agent defines in the boot loader. Rewritten code calls the hooks; they find out
 * whether what the code is about to do is an event, announce it ({@link dev.mcr.Native#step}), and return when it is
 * the thread's turn.
 *
 * <p>A map of the classes, from the code under test to the agent:
 *
 * <dl>
 * <dt>Hooks: what rewritten code calls. Which code gets which is decided in {@code agent/src/policy}
 * <dd>{@link dev.mcr.Hooks} the application, {@link dev.mcr.CallHooks} methods that it calls and that have a meaning of
 * their own, {@link dev.mcr.JdkHooks} the JDK, {@link dev.mcr.LoopHooks} heads of loops,
 * {@link dev.mcr.ScopeHooks} calls of methods and new objects, {@link dev.mcr.ThreadHooks} threads, time and chance,
 * {@link dev.mcr.MemberHooks} what reflection tells of classes, {@link dev.mcr.WalkHooks}
 * what a {@code StackWalker} shows, {@link dev.mcr.LockHooks} locks and counters, {@link dev.mcr.ForkJoinHooks} pools,
 * {@link dev.mcr.NetGroups} groups of asynchronous channels, {@link dev.mcr.NetHooks} what classes of sockets ask the
 * operating system,
 * {@link dev.mcr.ClassInitHooks} what makes the JVM initialise a class, {@link dev.mcr.ManagementHooks}
 * {@code ThreadMXBean};
 * {@link dev.mcr.Steps} announces what is an event, {@link dev.mcr.Unseen} knows what happens as if it had happened
 * before
 *
 * <dt>Accesses: which location is meant, and its value
 * <dd>{@link dev.mcr.Access} fields and elements, {@link dev.mcr.AtomicAccess} {@code VarHandle} and {@code Unsafe},
 * {@link dev.mcr.VarHandles} what handles are for, {@link dev.mcr.LoaderCode} accesses of class loaders, which are no
 * events, {@link dev.mcr.WholeArrays} arrays that are one location, {@link dev.mcr.ArraySpans} several elements at
 * once, {@link dev.mcr.ArrayParts} which calls use a part of an
 * array, {@link dev.mcr.ConstantFields} values from class files, {@link dev.mcr.OffHeap} memory outside of the heap,
 * {@link dev.mcr.DirectMemory} that of direct buffers (with {@link dev.mcr.MemoryHooks}), {@link dev.mcr.Disturbance}
 * weak compare-and-sets that fail, {@link dev.mcr.Reflection} {@code Field}, {@link dev.mcr.AccessFlags}
 * {@code setAccessible}, {@link dev.mcr.Arraycopy}, {@link dev.mcr.AccessHandles} method handles,
 * {@link dev.mcr.Substitutes} methods called by reflection or through handles, {@link dev.mcr.JdkStatics} static fields
 * of the JDK (with {@link dev.mcr.StaticHooks}, and {@link dev.mcr.Once} what the JDK does once in a JVM),
 * {@link dev.mcr.Exceptions} what exceptions have (with {@link dev.mcr.ExceptionHooks}, and {@link dev.mcr.StackTraces}
 * without frames of hooks), {@link dev.mcr.Places} where fields are in the heap, {@link dev.mcr.StackPlaces} which line
 * of the program an operation of the JDK is for
 *
 * <dt>Names: the same in every execution
 * <dd>{@link dev.mcr.Names} who gets which name, {@link dev.mcr.KeptByJdk} names that have to be learned, as
 * the JDK hands the object to several threads (with {@link dev.mcr.JdkHeap}), {@link dev.mcr.Contents} of what the
 * objects consist that are named by content, {@link dev.mcr.Loaders} who has defined a class,
 * {@link dev.mcr.ProxyHooks} classes of proxies,
 * {@link dev.mcr.ObjectNames} and {@link dev.mcr.NamedObjects} the tables, {@link dev.mcr.NamingQueue} what has been
 * named and not yet been reported, {@link dev.mcr.Labels} what names are called in reports, {@link dev.mcr.ClassInfo} what is known of a class,
 * {@link dev.mcr.ConstantClasses} which of the JDK never change, {@link dev.mcr.IdentityHash} (with {@link
 * dev.mcr.HeaderHash}) identity hash codes, {@link dev.mcr.ThreadNumbers} numbers of threads
 *
 * <dt>The network inside the program
 * <dd>{@link dev.mcr.Network} sockets by their numbers, {@link dev.mcr.NetSocket} what is known of one, {@link
 * dev.mcr.NetState} what threads share of the network: {@link dev.mcr.NetStream} one direction of a connection, {@link
 * dev.mcr.NetListener} connections that wait, {@link dev.mcr.NetPort} who has a port, {@link dev.mcr.NetDatagrams},
 * {@link dev.mcr.NetAttempt} to connect, {@link dev.mcr.NetSelector},
 * {@link dev.mcr.NetOptions}, {@link dev.mcr.NetBuffers}; {@link dev.mcr.NetAddresses} addresses in memory,
 * {@link dev.mcr.BlockedIn} what an interrupt finds a thread in; {@link dev.mcr.Outside} connections to peers outside
 * of it: {@link dev.mcr.OutsideStream} what comes, {@link dev.mcr.OutsideOutput} what is written
 *
 * <dt>Opaque calls: code that is not rewritten
 * <dd>{@link dev.mcr.Calls} what kind of call it is, with {@link dev.mcr.CallSites} what its site tells,
 * {@link dev.mcr.CollectedCall} its arguments while they are collected, {@link dev.mcr.CallEvents} its events,
 * {@link dev.mcr.Versions} what they update, {@link dev.mcr.OpaqueCall} the call while it runs,
 * {@link dev.mcr.Callbacks} what happens in the middle of it, {@link dev.mcr.JointCalls} calls that touch several
 * objects, {@link dev.mcr.KeptArrays} arrays that it has kept, {@link dev.mcr.HandedOut} names of what it hands out,
 * {@link dev.mcr.OpaqueClass} which of its methods tell what they do, {@link dev.mcr.InheritedMethods} those that the
 * program's classes have inherited, {@link dev.mcr.CoarseCalls} which calls may be no steps in truth,
 * {@link dev.mcr.StepMethods} which are, {@link dev.mcr.CallSize} unless they are given too much,
 * {@link dev.mcr.CallMonitors} the monitors that it holds, {@link dev.mcr.TakenMonitors} which these are,
 * {@link dev.mcr.HandleCalls} what a method handle calls, {@link dev.mcr.StaticStates} state of the JDK behind static
 * methods, {@link dev.mcr.SystemProperties}, {@link dev.mcr.Loggers} how loggers are set up, {@link dev.mcr.Defaults}
 * what code of the JDK reads of it, {@link dev.mcr.DefaultHooks} the hooks in that code,
 * {@link dev.mcr.LoaderTables} what class loaders have defined (with {@link dev.mcr.LoaderHooks} and
 * {@link dev.mcr.ClassFiles}), {@link dev.mcr.Bundles} the cache of resource bundles,
 * {@link dev.mcr.NativeCalls} native code of the program, {@link dev.mcr.Output} {@code System.out},
 * {@link dev.mcr.StandardFile} what is below it, {@link dev.mcr.ValueMethods} {@code equals}, {@code toString} and the
 * like, of whatever object, {@link dev.mcr.WatchedText} texts that methods of strings are given,
 * {@link dev.mcr.Input} {@code System.in}, {@link dev.mcr.Concat} strings
 *
 * <dt>Monitors, and the models of {@code java.util.concurrent}
 * <dd>{@link dev.mcr.Monitors} monitors and wait sets, {@link dev.mcr.Locks} {@code ReentrantLock},
 * {@link dev.mcr.Counters} semaphores and latches, {@link dev.mcr.Parking} permits, {@link dev.mcr.PipeHooks} pipes,
 * {@link dev.mcr.ReferenceHooks} queues of references, {@link dev.mcr.ProviderHooks} services of security providers
 *
 * <dt>Fork and join
 * <dd>{@link dev.mcr.ForkJoin} who runs which task, {@link dev.mcr.PoolState} queues and workers,
 * {@link dev.mcr.PoolEnd} the end of a pool
 *
 * <dt>Store buffers: TSO and PSO
 * <dd>{@link dev.mcr.StoreBuffers} the heap as each thread sees it, {@link dev.mcr.Fences} fences and barriers,
 * {@link dev.mcr.VersionUse} which calls of objects that are not rewritten are fences,
 * {@link dev.mcr.EarlyWrites} writes to objects that nobody else can reach yet
 *
 * <dt>Threads
 * <dd>{@link dev.mcr.Control} a thread between two hooks, with {@link dev.mcr.Starts} its start, {@link
 * dev.mcr.Counts} what it has counted, {@link dev.mcr.HeldMonitors} what it has entered, {@link dev.mcr.Rounds} whether it waits in a loop, and {@link dev.mcr.Scopes}
 * what it can forget (with {@link dev.mcr.Scope} one of its calls, {@link dev.mcr.SitePlaces} where in it, {@link
 * dev.mcr.OwnObjects} what its new objects
 * consist of, {@link dev.mcr.ThreadLocals} what its thread locals hold); {@link dev.mcr.Threads} start, end and join, {@link dev.mcr.Carriers} what they run on,
 * {@link dev.mcr.StartRaces} starts by several, {@link dev.mcr.EndedThreads} what a thread forgets at its end, {@link dev.mcr.LivingThreads} who asks for all of them,
 * {@link dev.mcr.Blockers} what they say they wait for, {@link dev.mcr.ThreadFields} the fields of {@code Thread},
 * {@link dev.mcr.ThreadGroups} of groups, {@link dev.mcr.Interrupts}, {@link dev.mcr.VainLooks} loops that nobody
 * could end, {@link dev.mcr.EarlySignals} what was sent before a thread started, {@link dev.mcr.Uncaught} exceptions
 * that leave a thread, {@link dev.mcr.VirtualTime} clocks, {@link dev.mcr.Sleeps}, {@link dev.mcr.Randoms} random numbers (with {@link
 * dev.mcr.RandomHooks}), {@link dev.mcr.RandomDevice} bytes of devices
 *
 * <dt>Class initialisation
 * <dd>{@link dev.mcr.Initialisation} which initialisers are events, {@link dev.mcr.RunningInitialisers} those that a
 * thread is running, {@link dev.mcr.ClassInit} who runs them, {@link dev.mcr.SilentInit} those that tell nothing,
 * {@link dev.mcr.LambdaInit} those of interfaces that lambdas implement
 *
 * <dt>Life cycle: from one execution to the next
 * <dd>{@link dev.mcr.Driver} the executions, {@link dev.mcr.Launch} the command line (with
 * {@link dev.mcr.SourceFile}, {@link dev.mcr.NestedJars} and {@link dev.mcr.JavaAgents} other agents), {@link
 * dev.mcr.AppLoader} the program's classes, {@link dev.mcr.PlatformLoader} what loads those
 * of the JDK that are {@code java.*}, {@link dev.mcr.ProgramModules} its modules, {@link dev.mcr.ModuleChanges}
 * what they open, {@link dev.mcr.KeptClasses} how they stay (with {@link
 * dev.mcr.StayingValue} what is known of them, {@link dev.mcr.LoaderMemory} what their loader remembers, {@link
 * dev.mcr.DeclaredStatics} their static fields), {@link dev.mcr.JdkModules} those of the JDK that it has to find,
 * {@link dev.mcr.Remembered} what several executions show together, {@link dev.mcr.Insights} what makes the exploration
 * begin anew, {@link dev.mcr.JvmState} and {@link dev.mcr.Globals} what executions would share,
 * {@link dev.mcr.ImmutableOrder} what JVMs would not, {@link dev.mcr.StaticField} where a static field of the JDK is,
 * {@link dev.mcr.Registries} and {@link dev.mcr.HeapSnapshot} what such fields hold, {@link dev.mcr.Internals} what
 * else the JDK keeps to itself, {@link dev.mcr.ForeignObjects} and {@link dev.mcr.Residue} what is left over,
 * {@link dev.mcr.ShutdownHooks}, {@link dev.mcr.FileHooks} and {@link dev.mcr.FileStates} files,
 * {@link dev.mcr.FileNames} their names, {@link dev.mcr.DirectoryOrder} in which order, {@link dev.mcr.FileCopies} {@code Files.copy},
 * {@link dev.mcr.WatchHooks}, {@link dev.mcr.Watches} and {@link dev.mcr.WatchQueue} what watches them, {@link
 * dev.mcr.MappedFiles} memory,
 * {@link dev.mcr.ChannelCalls} channels that are closed while they are used, with {@link dev.mcr.ChannelHooks},
 * {@link dev.mcr.FilesPutBack} what they contained, {@link dev.mcr.FileTimes} when they were changed, {@link dev.mcr.ProcessRecords} what processes have answered (with
 * {@link dev.mcr.RecordedProcess} and {@link dev.mcr.ProcessHooks}), {@link dev.mcr.NativeLibraries}, {@link dev.mcr.Stop} unwinds what
 * is left over
 *
 * <dt>The agent
 * <dd>{@link dev.mcr.Native} all native methods, {@link dev.mcr.Codes} the numbers that they take and give
 *
 * <dt>For reports
 * <dd>{@link dev.mcr.CallLog} what the program's own code calls, {@link dev.mcr.ShownValues} what objects consist of
 *
 * <dt>Without any of this
 * <dd>{@link dev.mcr.Noise} delays, which a plain JVM gets to show more interleavings
 *
 * <dt>Collections of its own (those of {@code java.util} are under test here)
 * <dd>{@link dev.mcr.IdentityMap}, {@link dev.mcr.LongMap}, {@link dev.mcr.LongSet}, {@link dev.mcr.Copies} in place of
 * {@code Arrays}, {@link dev.mcr.Hash}
 * </dl>
 */
package dev.mcr;

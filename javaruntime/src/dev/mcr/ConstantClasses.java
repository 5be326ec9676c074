package dev.mcr;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** Classes of the JDK that are not rewritten, and whose objects never change: {@link ClassInfo#CONSTANT}. */
final class ConstantClasses {
    private ConstantClasses() {}

    /** Whether code of the JDK that is not rewritten has made a class for functions: a lambda, or a handle as one. */
    static boolean isFunction(Class<?> type) {
        if (!type.isHidden()) {
            return false;
        }
        String name = type.getName();
        if (name.startsWith("jdk.MHProxy")) {
            return true;
        }
        int lambda = name.indexOf("$$Lambda");
        return type.getClassLoader() == null && lambda > 0 && !Native.rewritten(name.substring(0, lambda), 0);
    }

    /** A clock of the JDK, which may have been made of one of the program. */
    static boolean isClock(Class<?> type) {
        return type.getClassLoader() == null && type.getName().startsWith("java.time.Clock$")
                || type.getName().equals("java.time.InstantSource$InstantSourceWithZone");
    }

    static boolean isConstant(Class<?> type) {
        if (MethodHandle.class.isAssignableFrom(type) || VarHandle.class.isAssignableFrom(type)) {
            return true;
        }
        if (java.nio.charset.Charset.class.isAssignableFrom(type)) {
            return type.getClassLoader() == null;
        }
        if (type.getName().startsWith("jdk.internal.foreign.layout.")) {
            return type.getClassLoader() == null;
        }
        switch (type.getName()) {
            case "java.lang.ThreadGroup", "java.lang.invoke.ConstantCallSite", "java.util.regex.Pattern",
                    "java.nio.ByteOrder", "java.nio.file.attribute.FileTime", "java.time.Clock$SystemClock",
                    "java.time.Clock$FixedClock",
                    "java.time.Clock$OffsetClock", "java.time.Clock$TickClock", "java.time.Clock$SystemInstantSource",
                    "java.time.InstantSource$InstantSourceWithZone", "java.time.chrono.ChronoLocalDateTimeImpl",
                    "java.time.chrono.ChronoZonedDateTimeImpl", "java.time.chrono.ChronoPeriodImpl",
                    "java.time.format.DateTimeFormatter", "java.time.temporal.WeekFields$ComputedDayOfField",
                    "java.lang.String$CaseInsensitiveComparator", "java.lang.module.ModuleDescriptor",
                    "java.lang.reflect.RecordComponent",
                    "javax.xml.namespace.QName", "sun.reflect.generics.reflectiveObjects.GenericArrayTypeImpl",
                    "sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl",
                    "sun.reflect.generics.reflectiveObjects.TypeVariableImpl",
                    "sun.reflect.generics.reflectiveObjects.WildcardTypeImpl",
                    "sun.nio.fs.UnixFileAttributes", "sun.nio.fs.UnixFileAttributes$UnixAsBasicFileAttributes",
                    "sun.nio.fs.UnixFileKey", "java.nio.file.StandardWatchEventKinds$StdWatchEventKind":
                return type.getClassLoader() == null;
            default:
                return false;
        }
    }
}

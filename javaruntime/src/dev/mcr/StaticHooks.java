package dev.mcr;

import java.util.Locale;
import java.util.TimeZone;

/**
 * What methods of the JDK that get and set what all threads have in common call at their start: see {@link JdkStatics},
 * {@link SystemProperties}. The JVM calls them long before the first execution.
 */
public final class StaticHooks {
    private StaticHooks() {}

    public static void localeAsked() {
        if (Unseen.mayBeNoted()) {
            JdkStatics.LOCALE.read();
        }
    }

    public static void localeAsked(Object category) {
        if (Unseen.mayBeNoted()) {
            (category == Locale.Category.DISPLAY ? JdkStatics.DISPLAY_LOCALE : JdkStatics.FORMAT_LOCALE).read();
        }
    }

    public static boolean setLocale(Locale locale) {
        Control me = Hooks.self();
        return me != null && JdkStatics.setLocale(me, locale, me.callSite);
    }

    public static boolean setLocale(Object category, Locale locale) {
        Control me = Hooks.self();
        return me != null && JdkStatics.setLocale(me, (Locale.Category) category, locale, me.callSite);
    }

    public static void timeZoneAsked() {
        if (Unseen.mayBeNoted()) {
            JdkStatics.TIME_ZONE.read();
        }
    }

    public static boolean setTimeZone(TimeZone zone) {
        Control me = Hooks.self();
        return me != null && JdkStatics.setTimeZone(me, zone, me.callSite);
    }

    public static void setOut(java.io.PrintStream stream) {
        set(JdkStatics.OUT, stream);
    }

    public static void setErr(java.io.PrintStream stream) {
        set(JdkStatics.ERR, stream);
    }

    public static void setIn(java.io.InputStream stream) {
        set(JdkStatics.IN, stream);
    }

    public static void propertiesAsked() {
        if (Unseen.mayBeNoted()) {
            JdkStatics.PROPERTIES.read();
        }
    }

    public static void propertiesAsked(String property) {
        if (Unseen.mayBeNoted()) {
            JdkStatics.PROPERTIES.read();
        }
    }

    public static void propertiesAsked(String property, String value) {
        if (Unseen.mayBeNoted()) {
            JdkStatics.PROPERTIES.read();
        }
    }

    public static void propertiesSet(java.util.Properties properties) {
        Control me = Hooks.self();
        if (me != null) {
            SystemProperties.replace(me, properties);
        }
    }

    public static void propertiesWalked(Object properties) {
        SystemProperties.walked(properties);
    }

    public static void propertyRead(Object properties, String property) {
        if (Unseen.mayBeNoted()) {
            SystemProperties.read(properties, property);
        }
    }

    public static void propertyRead(Object properties, Object property) {
        if (Unseen.mayBeNoted()) {
            SystemProperties.read(properties, property);
        }
    }

    public static void propertyRead(Object properties, Object property, Object otherwise) {
        if (Unseen.mayBeNoted()) {
            SystemProperties.read(properties, property);
        }
    }

    private static void set(JdkStatics field, Object value) {
        Control me = Hooks.self();
        if (me != null) {
            field.write(me, value, me.callSite);
        }
    }
}

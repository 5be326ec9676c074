package dev.mcr;

import java.util.Locale;
import java.util.TimeZone;

/** What methods of the JDK that get and set static fields call at their start: see {@link JdkStatics}. */
public final class StaticHooks {
    private StaticHooks() {}

    public static void localeAsked() {
        JdkStatics.LOCALE.read();
    }

    public static void localeAsked(Object category) {
        (category == Locale.Category.DISPLAY ? JdkStatics.DISPLAY_LOCALE : JdkStatics.FORMAT_LOCALE).read();
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
        JdkStatics.TIME_ZONE.read();
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

    private static void set(JdkStatics field, Object value) {
        Control me = Hooks.self();
        if (me != null) {
            field.write(me, value, me.callSite);
        }
    }
}

package dev.mcr;

import java.util.Locale;
import java.util.TimeZone;

/**
 * Static fields of the JDK that a program sets for all its threads: the standard streams, the default locales and time
 * zone, the default handler for exceptions. Each is a location, read wherever the JDK or the program reads it, and set
 * back before each execution.
 *
 * <p>Most programs never set them, or nobody but the JDK asks. So reads are events only once the program has set the
 * field for the first time in this JVM; then the exploration begins anew, with such events.
 */
final class JdkStatics {

    static final JdkStatics OUT = new JdkStatics(0, System.class, "out");
    static final JdkStatics ERR = new JdkStatics(1, System.class, "err");
    static final JdkStatics IN = new JdkStatics(2, System.class, "in");
    static final JdkStatics LOCALE = new JdkStatics(3, Locale.class, "defaultLocale");
    static final JdkStatics DISPLAY_LOCALE = new JdkStatics(4, Locale.class, "defaultDisplayLocale");
    static final JdkStatics FORMAT_LOCALE = new JdkStatics(5, Locale.class, "defaultFormatLocale");
    static final JdkStatics TIME_ZONE = new JdkStatics(6, TimeZone.class, "defaultTimeZone");
    static final JdkStatics DEFAULT_HANDLER = new JdkStatics(7, Thread.class, "defaultUncaughtExceptionHandler");

    static final JdkStatics PROPERTIES = new JdkStatics(8, System.class, "props");

    private static final JdkStatics[] ALL =
            {OUT, ERR, IN, LOCALE, DISPLAY_LOCALE, FORMAT_LOCALE, TIME_ZONE, DEFAULT_HANDLER, PROPERTIES};

    /** The place in {@link #ALL}, which is the key of the insight. */
    private final int number;
    private final String name;
    private final long location;
    private final StaticField place;
    private Object first;
    /** Over all executions: the program sets it. */
    private boolean changes;
    /** In this execution: its first value is known. */
    private boolean begun;

    private JdkStatics(int number, Class<?> owner, String field) {
        this.number = number;
        this.name = owner.getSimpleName() + "." + field;
        this.location = Hash.text(61, name);
        this.place = StaticField.of(owner, field);
    }

    /** Takes what the fields hold now for what they hold when an execution begins. */
    static void prepare() {
        // Made when they are first asked for.
        Locale.getDefault(Locale.Category.DISPLAY);
        Locale.getDefault(Locale.Category.FORMAT);
        TimeZone.getDefault();
        for (JdkStatics field : ALL) {
            field.first = field.get();
            if (field.first != null && !Names.isPersistent(field.first)
                    && ClassInfo.of(field.first.getClass()).kind != ClassInfo.IMMUTABLE) {
                Names.persist(field.first, field.name);
            }
        }
    }

    static void reset() {
        IN.first = Input.open();
        for (JdkStatics field : ALL) {
            field.begun = false;
            field.put(field.first);
        }
    }

    /** That the program sets this field is known before it shows. */
    static void isToChange(long number) {
        ALL[(int) number].changes = true;
    }

    /** The standard stream of this name. */
    static JdkStatics stream(String field) {
        return field.equals("out") ? OUT : field.equals("err") ? ERR : IN;
    }

    Object get() {
        return place.get();
    }

    private void put(Object value) {
        place.set(value);
    }

    /** The calling thread is about to read it. */
    void read() {
        Control me = Hooks.self();
        if (changes && me != null && me.open == Control.NONE && !Once.runs(me)) {
            read(me, me.place());
        } else if (changes && me == null) {
            LoaderCode.uses(location, false);
        }
    }

    void read(Control me, int site) {
        if (!changes && me.vainLooks.isTooMany(me, location)) {
            changes(me);
        }
        if (changes) {
            begin(me);
            Access.read(me, location, 0, site);
            Access.completeRead(me, Names.of(me, get()));
        }
    }

    /** The calling thread is about to write it. */
    void write(Control me, Object value, int site) {
        if (!changes) {
            changes(me);
        }
        begin(me);
        Access.write(me, location, 0, Names.of(me, value), StoreBuffers.on ? Codes.WRITE_VOLATILE : Codes.WRITE, null,
                null, site);
    }

    private void changes(Control me) {
        changes = true;
        me.initialiserTells();
        Insights.staticChanges(number);
    }

    private void begin(Control me) {
        if (!begun) {
            begun = true;
            if (Labels.isNew(location)) {
                Native.labelDeclaredField(location, 0, name, 'L', true);
            }
            Native.initial(location, Names.of(me, get()));
        }
    }

    /** {@code Locale.setDefault(locale)}: three writes. */
    static boolean setLocale(Control me, Locale locale, int site) {
        if (me == null || locale == null) {
            return false;
        }
        // Not the JVM's, which would really block.
        long monitor = Names.ofClass(Locale.class);
        Monitors.enter(me, monitor, site);
        for (JdkStatics field : new JdkStatics[] {DISPLAY_LOCALE, FORMAT_LOCALE, LOCALE}) {
            field.write(me, locale, site);
            field.put(locale);
        }
        Monitors.exit(me, monitor, site);
        return true;
    }

    static boolean setLocale(Control me, Locale.Category category, Locale locale, int site) {
        if (me == null || category == null || locale == null) {
            return false;
        }
        JdkStatics field = category == Locale.Category.DISPLAY ? DISPLAY_LOCALE : FORMAT_LOCALE;
        // Not the JVM's, which would really block.
        long monitor = Names.ofClass(Locale.class);
        Monitors.enter(me, monitor, site);
        field.write(me, locale, site);
        field.put(locale);
        Monitors.exit(me, monitor, site);
        return true;
    }

    /** {@code TimeZone.setDefault(zone)}. */
    static boolean setTimeZone(Control me, TimeZone zone, int site) {
        if (me == null) {
            return false;
        }
        // Whoever asks next would make it anew.
        Object copy = zone == null ? TIME_ZONE.first : zone.clone();
        TIME_ZONE.write(me, copy, site);
        TIME_ZONE.put(copy);
        return true;
    }
}

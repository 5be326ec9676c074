package dev.mcr;

import java.io.File;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.Chronology;
import java.time.chrono.Era;
import java.time.format.DecimalStyle;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What the objects of some types of the JDK consist of, as a number: for types whose objects never change, and which
 * are listed here. Nothing else is ever named by what it contains.
 *
 * <p>Invariant: the number is a hash of a sequence of parts that tells all contents of one class apart. Numbers have
 * their own width, text, lists and arrays begin with their length, and null is told from empty. {@code toString} is not
 * asked: it leaves out flags, locales, loaders.
 */
final class Contents {
    private Contents() {}

    /** Not listed. */
    static final int NONE = 0;
    private static final int TEXT = 1, NUMBER = 2, ENUM = 3, CLASS = 4, LOADER = 5, MODULE = 6, FRAME = 7,
            METHOD = 8, CONSTRUCTOR = 9, FIELD = 10, BIG_INTEGER = 11, BIG_DECIMAL = 12, MATH_CONTEXT = 13,
            IDENTIFIER = 14, LOCALE = 15, FILE = 16, IDENTIFIER_OF_RESOURCE = 17, LOCATOR = 18, PATH = 19,
            CHARSET = 20, CURRENCY = 21, VERSION = 22, SINGLETON = 23, METHOD_TYPE = 24, LOOKUP = 25, PACKAGE = 26,
            DESCRIPTOR = 27, DURATION = 28, INSTANT = 29, DATE = 30, TIME = 31, DATE_TIME = 32, OFFSET_TIME = 33,
            OFFSET_DATE_TIME = 34, ZONED = 35, ZONE = 36, YEAR = 37, YEAR_MONTH = 38, MONTH_DAY = 39, PERIOD = 40,
            CHRONOLOGY = 41, ERA = 42, RANGE = 43, WEEK = 44, DECIMAL_STYLE = 45, FIELDS = 46, ADDRESS = 47;
    /** Objects that have an identity as well: their contents are a part of their names only. */
    private static final int DESCRIBED = 60, PATTERN = 61, GROUP = 62, LOADER_OF_URLS = 63, FILE_DESCRIPTOR = 64;

    /** Whether all there is to know of an object is what it contains. */
    static boolean isAll(int code) {
        return code != NONE && code < DESCRIBED;
    }

    /** How the objects of a class are taken apart. */
    static int of(Class<?> type) {
        if (Enum.class.isAssignableFrom(type)) {
            return ENUM;
        }
        if (Loaders.isOfJdk(type)) {
            return LOADER;
        }
        if (!Loaders.isOfPlatform(type)) {
            return NONE;
        }
        if (java.nio.charset.Charset.class.isAssignableFrom(type)) {
            return CHARSET;
        }
        return type.getClassLoader() != null ? NONE : ofBootClass(type.getName());
    }

    private static int ofBootClass(String name) {
        switch (name) {
            case "java.lang.String": return TEXT;
            case "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte", "java.lang.Character",
                    "java.lang.Boolean", "java.lang.Float", "java.lang.Double": return NUMBER;
            case "java.lang.Class": return CLASS;
            case "java.lang.Module": return MODULE;
            case "java.lang.Package": return PACKAGE;
            case "java.lang.StackTraceElement": return FRAME;
            case "java.lang.reflect.Method": return METHOD;
            case "java.lang.reflect.Constructor": return CONSTRUCTOR;
            case "java.lang.reflect.Field": return FIELD;
            case "java.lang.invoke.MethodType": return METHOD_TYPE;
            case "java.lang.invoke.MethodHandles$Lookup": return LOOKUP;
            case "java.lang.Runtime$Version": return VERSION;
            case "java.lang.Runtime", "sun.nio.fs.LinuxFileSystem", "sun.nio.fs.LinuxFileSystemProvider":
                return SINGLETON;
            case "java.math.BigInteger": return BIG_INTEGER;
            case "java.math.BigDecimal": return BIG_DECIMAL;
            case "java.math.MathContext": return MATH_CONTEXT;
            case "java.util.UUID": return IDENTIFIER;
            case "java.util.Locale": return LOCALE;
            case "java.util.Currency": return CURRENCY;
            case "java.util.logging.Level": return FIELDS;
            case "java.util.regex.Pattern": return PATTERN;
            case "java.io.File": return FILE;
            case "java.net.URI": return IDENTIFIER_OF_RESOURCE;
            case "java.net.URL": return LOCATOR;
            case "java.net.URLClassLoader": return LOADER_OF_URLS;
            case "java.net.Inet4Address", "java.net.Inet6Address", "java.net.InetSocketAddress": return ADDRESS;
            case "java.io.FileDescriptor": return FILE_DESCRIPTOR;
            case "java.lang.ThreadGroup": return GROUP;
            case "sun.nio.fs.UnixPath": return PATH;
            case "java.lang.constant.ReferenceClassDescImpl", "java.lang.constant.PrimitiveClassDescImpl",
                    "java.lang.constant.MethodTypeDescImpl",
                    "jdk.internal.constant.ClassOrInterfaceDescImpl", "jdk.internal.constant.ArrayClassDescImpl",
                    "jdk.internal.constant.PrimitiveClassDescImpl", "jdk.internal.constant.MethodTypeDescImpl":
                        return DESCRIPTOR;
            default: return name.startsWith("java.time.") ? ofTime(name.substring(10)) : NONE;
        }
    }

    private static int ofTime(String name) {
        switch (name) {
            case "Duration": return DURATION;
            case "Instant": return INSTANT;
            case "LocalDate", "chrono.JapaneseDate", "chrono.MinguoDate", "chrono.ThaiBuddhistDate",
                    "chrono.HijrahDate": return DATE;
            case "LocalTime": return TIME;
            case "LocalDateTime": return DATE_TIME;
            case "OffsetTime": return OFFSET_TIME;
            case "OffsetDateTime": return OFFSET_DATE_TIME;
            case "ZonedDateTime": return ZONED;
            case "ZoneOffset", "ZoneRegion": return ZONE;
            case "Year": return YEAR;
            case "YearMonth": return YEAR_MONTH;
            case "MonthDay": return MONTH_DAY;
            case "Period": return PERIOD;
            case "chrono.IsoChronology", "chrono.JapaneseChronology", "chrono.MinguoChronology",
                    "chrono.ThaiBuddhistChronology",
                    "chrono.HijrahChronology": return CHRONOLOGY;
            case "chrono.JapaneseEra": return ERA;
            case "temporal.ValueRange": return RANGE;
            case "temporal.WeekFields": return WEEK;
            case "format.DecimalStyle": return DECIMAL_STYLE;
            case "zone.ZoneRules", "zone.ZoneOffsetTransition", "zone.ZoneOffsetTransitionRule": return FIELDS;
            default: return NONE;
        }
    }

    /** Whether an object of a listed class has an identity all the same: classes that have no name. */
    static boolean isExcepted(Object object) {
        if (!(object instanceof Class<?>)) {
            return false;
        }
        Class<?> type = (Class<?>) object;
        while (type.isArray()) {
            type = type.getComponentType();
        }
        return type.isHidden();
    }

    /**
     * What stands for an object of one of a few types that have nothing else in them, whether it has a name or not; 0
     * for others.
     */
    static long ofSimple(Object object) {
        if (object instanceof String) {
            return Hash.text(SIMPLE, (String) object);
        }
        Class<?> type = object.getClass();
        if (object instanceof Integer || object instanceof Long || object instanceof Boolean
                || object instanceof Character || object instanceof Byte || object instanceof Short
                || object instanceof Float || object instanceof Double) {
            return Hash.notNull(Hash.mix(Hash.text(SIMPLE, type.getName()), Reflection.bits(object)));
        }
        if (object instanceof Enum<?>) {
            Class<?> declaring = ((Enum<?>) object).getDeclaringClass();
            return Loaders.of(declaring) != 0 ? 0
                    : Hash.text(Hash.text(SIMPLE, declaring.getName()), ((Enum<?>) object).name());
        }
        if (object instanceof Class<?> && !((Class<?>) object).isHidden() && Loaders.of((Class<?>) object) == 0) {
            return Hash.text(SIMPLE + 1, ((Class<?>) object).getName());
        }
        return 0;
    }

    private static final int SIMPLE = 199;

    /** A hash of a listed object. {@code me} is the thread that needs it; nothing that is called here is seen. */
    static long hash(Control me, ClassInfo info, Object object) {
        if (info.contents == TEXT) {
            return Hash.text(info.hash, (String) object);
        }
        if (info.contents == NUMBER) {
            return Hash.notNull(Hash.mix(info.hash, Reflection.bits(object)));
        }
        Control seen = Hooks.suspend();
        try {
            return Hash.notNull(parts(me, info.contents, info.hash, object));
        } finally {
            Hooks.resume(seen);
        }
    }

    private static long parts(Control me, int code, long hash, Object object) {
        switch (code) {
            case ENUM: {
                Enum<?> constant = (Enum<?>) object;
                return text(Hash.mix(hash, Names.ofClass(me, constant.getDeclaringClass())), constant.name());
            }
            case CLASS: return Names.ofClass(me, (Class<?>) object);
            case LOADER: return object instanceof AppLoader ? hash : text(hash, ((ClassLoader) object).getName());
            case MODULE: {
                Module module = (Module) object;
                return text(part(me, hash, module.getClassLoader()), module.getName());
            }
            case FRAME: {
                StackTraceElement frame = (StackTraceElement) object;
                hash = text(text(text(hash, frame.getClassLoaderName()), frame.getModuleName()),
                        frame.getModuleVersion());
                hash = text(text(text(hash, frame.getClassName()), frame.getMethodName()), frame.getFileName());
                return Hash.mix(hash, frame.getLineNumber());
            }
            case METHOD: {
                Method method = (Method) object;
                hash = text(Hash.mix(hash, Names.ofClass(me, method.getDeclaringClass())), method.getName());
                return Hash.mix(types(me, hash, method.getParameterTypes()), Names.ofClass(me, method.getReturnType()));
            }
            case CONSTRUCTOR: {
                Constructor<?> constructor = (Constructor<?>) object;
                return types(me, Hash.mix(hash, Names.ofClass(me, constructor.getDeclaringClass())),
                        constructor.getParameterTypes());
            }
            case FIELD: {
                Field field = (Field) object;
                hash = text(Hash.mix(hash, Names.ofClass(me, field.getDeclaringClass())), field.getName());
                return Hash.mix(hash, Names.ofClass(me, field.getType()));
            }
            case METHOD_TYPE: {
                MethodType type = (MethodType) object;
                return types(me, Hash.mix(hash, Names.ofClass(me, type.returnType())), type.parameterArray());
            }
            case LOOKUP: {
                MethodHandles.Lookup lookup = (MethodHandles.Lookup) object;
                hash = Hash.mix(Hash.mix(hash, lookup.lookupModes()), Names.ofClass(me, lookup.lookupClass()));
                return part(me, hash, lookup.previousLookupClass());
            }
            case PACKAGE: return text(part(me, hash, Loaders.moduleOf((Package) object)), ((Package) object).getName());
            case DESCRIPTOR: return text(hash, ((java.lang.invoke.TypeDescriptor) object).descriptorString());
            case SINGLETON: return hash;
            case VERSION: {
                Runtime.Version version = (Runtime.Version) object;
                hash = Hash.mix(hash, version.version().size());
                for (int number : version.version()) {
                    hash = Hash.mix(hash, number);
                }
                hash = text(text(hash, version.pre().orElse(null)), version.optional().orElse(null));
                return Hash.mix(hash, version.build().orElse(-1));
            }
            case BIG_INTEGER: return bytes(hash, ((BigInteger) object).toByteArray());
            case BIG_DECIMAL: {
                BigDecimal number = (BigDecimal) object;
                return bytes(Hash.mix(hash, number.scale()), number.unscaledValue().toByteArray());
            }
            case MATH_CONTEXT: {
                MathContext context = (MathContext) object;
                return text(Hash.mix(hash, context.getPrecision()), context.getRoundingMode().name());
            }
            case IDENTIFIER: {
                UUID id = (UUID) object;
                return Hash.mix(Hash.mix(hash, id.getMostSignificantBits()), id.getLeastSignificantBits());
            }
            case LOCALE: {
                Locale locale = (Locale) object;
                hash = text(text(hash, locale.getLanguage()), locale.getScript());
                hash = text(text(hash, locale.getCountry()), locale.getVariant());
                hash = Hash.mix(hash, locale.getExtensionKeys().size());
                for (char key : locale.getExtensionKeys()) {
                    hash = text(Hash.mix(hash, key), locale.getExtension(key));
                }
                return hash;
            }
            case CURRENCY: return text(hash, ((java.util.Currency) object).getCurrencyCode());
            case CHARSET: return text(hash, ((java.nio.charset.Charset) object).name());
            case FILE: return text(hash, ((File) object).getPath());
            case IDENTIFIER_OF_RESOURCE: {
                URI uri = (URI) object;
                hash = text(text(text(hash, uri.getScheme()), uri.getRawSchemeSpecificPart()), uri.getRawFragment());
                hash = text(text(text(hash, uri.getRawAuthority()), uri.getRawUserInfo()), uri.getHost());
                return text(text(Hash.mix(hash, uri.getPort()), uri.getRawPath()), uri.getRawQuery());
            }
            case LOCATOR: {
                URL url = (URL) object;
                hash = text(text(text(hash, url.getProtocol()), url.getAuthority()), url.getUserInfo());
                hash = text(Hash.mix(text(hash, url.getHost()), url.getPort()), url.getFile());
                return Loaders.handler(me, text(hash, url.getRef()), url);
            }
            case PATH: return bytes(hash, Loaders.bytesOf((java.nio.file.Path) object));
            case FIELDS: return fields(me, hash, object);
            case PATTERN: return Hash.mix(text(hash, ((Pattern) object).pattern()), ((Pattern) object).flags());
            case GROUP: return text(part(me, hash, ((ThreadGroup) object).getParent()),
                    ((ThreadGroup) object).getName());
            // Here, the text has all that there is: the name as far as it is known, the address, its scope, the port.
            case ADDRESS: return text(hash, object.toString());
            case FILE_DESCRIPTOR: return Hash.mix(hash, Network.number((java.io.FileDescriptor) object));
            case LOADER_OF_URLS: {
                URLClassLoader loader = (URLClassLoader) object;
                hash = text(part(me, hash, loader.getParent()), loader.getName());
                URL[] urls = loader.getURLs();
                hash = Hash.mix(hash, urls.length);
                for (URL url : urls) {
                    hash = part(me, hash, url);
                }
                return hash;
            }
            default: return time(me, code, hash, object);
        }
    }

    private static long time(Control me, int code, long hash, Object object) {
        switch (code) {
            case DURATION: return Hash.mix(Hash.mix(hash, ((Duration) object).getSeconds()),
                    ((Duration) object).getNano());
            case INSTANT: return Hash.mix(Hash.mix(hash, ((Instant) object).getEpochSecond()),
                    ((Instant) object).getNano());
            case DATE: {
                ChronoLocalDate date = (ChronoLocalDate) object;
                return text(Hash.mix(hash, date.toEpochDay()), date.getChronology().getId());
            }
            case TIME: return Hash.mix(hash, ((LocalTime) object).toNanoOfDay());
            case DATE_TIME: return dateTime(hash, (LocalDateTime) object);
            case OFFSET_TIME: {
                OffsetTime time = (OffsetTime) object;
                return Hash.mix(Hash.mix(hash, time.toLocalTime().toNanoOfDay()), time.getOffset().getTotalSeconds());
            }
            case OFFSET_DATE_TIME: {
                OffsetDateTime time = (OffsetDateTime) object;
                return Hash.mix(dateTime(hash, time.toLocalDateTime()), time.getOffset().getTotalSeconds());
            }
            case ZONED: {
                ZonedDateTime time = (ZonedDateTime) object;
                return part(me, Hash.mix(dateTime(hash, time.toLocalDateTime()), time.getOffset().getTotalSeconds()),
                        time.getZone());
            }
            case ZONE: return text(hash, ((ZoneId) object).getId());
            case YEAR: return Hash.mix(hash, ((Year) object).getValue());
            case YEAR_MONTH: return Hash.mix(Hash.mix(hash, ((YearMonth) object).getYear()),
                    ((YearMonth) object).getMonthValue());
            case MONTH_DAY: return Hash.mix(Hash.mix(hash, ((MonthDay) object).getMonthValue()),
                    ((MonthDay) object).getDayOfMonth());
            case PERIOD: {
                Period period = (Period) object;
                return Hash.mix(Hash.mix(Hash.mix(hash, period.getYears()), period.getMonths()), period.getDays());
            }
            case CHRONOLOGY: return text(hash, ((Chronology) object).getId());
            case ERA: return Hash.mix(hash, ((Era) object).getValue());
            case RANGE: {
                ValueRange range = (ValueRange) object;
                hash = Hash.mix(Hash.mix(hash, range.getMinimum()), range.getLargestMinimum());
                return Hash.mix(Hash.mix(hash, range.getSmallestMaximum()), range.getMaximum());
            }
            case WEEK: return text(Hash.mix(hash, ((WeekFields) object).getMinimalDaysInFirstWeek()),
                    ((WeekFields) object).getFirstDayOfWeek().name());
            case DECIMAL_STYLE: {
                DecimalStyle style = (DecimalStyle) object;
                hash = Hash.mix(Hash.mix(hash, style.getZeroDigit()), style.getPositiveSign());
                return Hash.mix(Hash.mix(hash, style.getNegativeSign()), style.getDecimalSeparator());
            }
            default: throw new AssertionError("no contents of " + object.getClass());
        }
    }

    private static long dateTime(long hash, LocalDateTime time) {
        LocalDate date = time.toLocalDate();
        return Hash.mix(Hash.mix(hash, date.toEpochDay()), time.toLocalTime().toNanoOfDay());
    }

    /** Text, or null. */
    private static long text(long hash, String text) {
        return text == null ? Hash.mix(hash, -1) : Hash.text(hash, text);
    }

    private static long bytes(long hash, byte[] bytes) {
        hash = Hash.mix(hash, bytes.length);
        for (byte b : bytes) {
            hash = Hash.mix(hash, b);
        }
        return hash;
    }

    private static long types(Control me, long hash, Class<?>[] types) {
        hash = Hash.mix(hash, types.length);
        for (Class<?> type : types) {
            hash = Hash.mix(hash, Names.ofClass(me, type));
        }
        return hash;
    }

    /** Another object, or null. */
    private static long part(Control me, long hash, Object object) {
        if (object == null) {
            return Hash.mix(hash, 0);
        }
        return Hash.mix(hash, Names.of(me, object));
    }

    /** What the fields of an object contain that are not transient, those of arrays included. */
    private static long fields(Control me, long hash, Object object) {
        for (Field field : object.getClass().getDeclaredFields()) {
            if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
                ClassInfo.FieldInfo place = ClassInfo.FieldInfo.of(field, 0);
                hash = place.kind != 'L' ? Hash.mix(hash, ClassInfo.bits(object, place))
                        : element(me, hash, ClassInfo.reference(object, place));
            }
        }
        return hash;
    }

    private static long element(Control me, long hash, Object value) {
        if (value == null || !value.getClass().isArray()) {
            return part(me, hash, value);
        }
        int length = Array.getLength(value);
        hash = Hash.mix(hash, length);
        for (int i = 0; i < length; i++) {
            hash = value instanceof Object[] ? part(me, hash, ((Object[]) value)[i])
                    : Hash.mix(hash, ClassInfo.bits(value, ClassInfo.kindCharacter(value.getClass().getComponentType()),
                    i));
        }
        return hash;
    }
}

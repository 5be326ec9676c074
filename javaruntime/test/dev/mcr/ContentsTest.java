package dev.mcr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.JapaneseDate;
import java.time.chrono.MinguoDate;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is named by what it contains: equal values have one name, whoever makes them, and others never have. */
class ContentsTest {
    enum One { SAME, OTHER }

    enum Two { SAME }

    @BeforeEach
    void begin() {
        FakeAgent.begin(Codes.SC);
    }

    /** No two of these are the same, though many look it. */
    private static List<Object> values() throws Exception {
        List<Object> all = new ArrayList<>(List.of("", "a", "a ", "\ud83d", "\ude00", "\ud83d\ude00", "1", 1, 1L,
                (short) 1, (byte) 1, 'a', (char) 1, true, false, 1f, 1d));
        all.addAll(List.of(0.0, -0.0, 0f, -0f, Double.NaN, Double.longBitsToDouble(0x7ff8000000000001L), Float.NaN,
                Float.intBitsToFloat(0x7fc00001)));
        all.addAll(List.of(BigInteger.ZERO, BigInteger.valueOf(-1), BigInteger.valueOf(255), new BigDecimal("1.0"),
                new BigDecimal("1.00"), BigDecimal.ONE));
        all.addAll(List.of(new MathContext(3), new MathContext(3, RoundingMode.UP), new UUID(1, 2), new UUID(2, 1)));
        all.addAll(List.of(new Locale("de"), new Locale("de", "DE"), new Locale("de", "", "DE"),
                Locale.forLanguageTag("de-u-co-phonebk"), Locale.ROOT));
        all.addAll(List.of(One.SAME, One.OTHER, Two.SAME, int.class, Integer.class, int[].class, Integer[].class,
                One.class, One.class.getModule(), Object.class.getModule()));
        all.addAll(List.of(Duration.ofSeconds(1), Duration.ofNanos(1), Instant.ofEpochSecond(1),
                Instant.ofEpochSecond(0, 1), Period.ofDays(7), Period.ofMonths(7)));
        all.addAll(List.of(LocalDate.of(1, 2, 3), LocalTime.of(1, 2, 3), LocalDateTime.of(1, 2, 3, 1, 2, 3),
                Year.of(1), YearMonth.of(1, 2), MonthDay.of(1, 2)));
        all.addAll(List.of(MinguoDate.of(100, 1, 1), JapaneseDate.of(2011, 1, 1), LocalDate.of(2011, 1, 1)));
        ZoneOffset offset = ZoneOffset.ofHours(1);
        all.addAll(List.of(offset, ZoneOffset.UTC, ZoneId.of("UTC"), ZoneId.of("Europe/Paris"),
                ZoneId.of("Europe/Rome"), ZoneId.of("Europe/Paris").getRules(), ZoneId.of("Europe/Rome").getRules()));
        all.addAll(List.of(OffsetTime.of(1, 2, 3, 0, offset), OffsetTime.of(1, 2, 3, 0, ZoneOffset.UTC),
                OffsetDateTime.of(1, 2, 3, 1, 2, 3, 0, offset)));
        all.addAll(List.of(ZonedDateTime.of(2020, 1, 1, 0, 0, 0, 0, ZoneId.of("Europe/Paris")),
                ZonedDateTime.of(2020, 1, 1, 0, 0, 0, 0, ZoneId.of("Europe/Rome"))));
        all.addAll(List.of(ValueRange.of(1, 2), ValueRange.of(1, 2, 3), WeekFields.ISO, WeekFields.SUNDAY_START));
        all.addAll(List.of(new File("a"), new File("a/b"), URI.create("a"), URI.create("a#"), URI.create("a?"),
                Path.of("a"), Path.of("a/b")));
        all.addAll(List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16, Currency.getInstance("EUR"),
                Currency.getInstance("USD")));
        all.addAll(List.of(String.class.getMethod("indexOf", int.class),
                String.class.getMethod("indexOf", String.class), String.class.getConstructor(),
                String.class.getConstructor(String.class)));
        all.addAll(List.of(Integer.class.getField("MIN_VALUE"), Long.class.getField("MIN_VALUE"),
                Integer.class.getField("MAX_VALUE")));
        all.addAll(List.of(MethodType.methodType(int.class), MethodType.methodType(int.class, long.class),
                MethodType.methodType(long.class, int.class)));
        all.addAll(List.of(MethodHandles.lookup(), MethodHandles.publicLookup(), java.util.logging.Level.INFO,
                java.util.logging.Level.FINE, Runtime.version()));
        all.addAll(List.of(new StackTraceElement("a", "b", "c", 1), new StackTraceElement("a.b", "", "c", 1),
                new StackTraceElement("a", "b", null, 1)));
        all.add(new java.net.URL("http://a/b"));
        all.add(new java.net.URL("http://a/b#c"));
        all.add(new java.net.URL("http://d@a/b"));
        return all;
    }

    @Test
    void noTwoValuesHaveOneName() throws Exception {
        Control me = FakeAgent.thread(1);
        Map<Long, Object> names = new HashMap<>();
        for (Object value : values()) {
            Object other = names.put(Names.of(me, value), value);
            assertNull(other, () -> other + " and " + value);
        }
    }

    @Test
    void equalValuesHaveOneNameWhoeverMakesThem() throws Exception {
        List<Object> first = values();
        List<Object> second = values();
        for (int i = 0; i < first.size(); i++) {
            assertEquals(Names.of(FakeAgent.thread(1), first.get(i)), Names.of(FakeAgent.thread(2), second.get(i)),
                    first.get(i)::toString);
        }
        assertTrue(FakeAgent.calls("unsupported").isEmpty());
    }

    @Test
    void patternsAreObjectsThatWhoFindsThemCanTellApart() {
        Control me = FakeAgent.thread(1);
        assertNotEquals(Names.of(me, Pattern.compile("a")), Names.of(me, Pattern.compile("a")));
        long[] names = new long[2];
        for (int flags = 0; flags < 2; flags++) {
            FakeAgent.begin(Codes.SC);
            names[flags] = Names.of(FakeAgent.thread(1), Pattern.compile("a", flags));
        }
        assertNotEquals(names[0], names[1]);
    }

    @Test
    void loadersAndGroupsAreObjects() {
        Control me = FakeAgent.thread(1);
        assertNotEquals(Names.of(me, new ThreadGroup("a")), Names.of(me, new ThreadGroup("a")));
        assertNotEquals(Names.of(me, new java.net.URLClassLoader(new java.net.URL[0])),
                Names.of(me, new java.net.URLClassLoader(new java.net.URL[0])));
    }

    @Test
    void anObjectInAStaticFinalFieldOfTheJdkIsNamedByIt() {
        long name = Names.of(FakeAgent.thread(1), java.nio.ByteOrder.BIG_ENDIAN);
        FakeAgent.begin(Codes.SC);
        Control other = FakeAgent.thread(2);
        assertNotEquals(name, Names.of(other, java.nio.ByteOrder.LITTLE_ENDIAN));
        assertEquals(name, Names.of(other, java.nio.ByteOrder.BIG_ENDIAN));
    }
}

package io.whorl.corpus;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads dates as sources write them. What lacks a time begins at midnight, what lacks a month or day at the first one,
 * and what lacks a zone is in UTC:
 *
 * <ul>
 *   <li>ISO 8601: {@code 2024}, {@code 2024-03}, {@code 2024-03-01}, {@code 20240301}, {@code 2024-03-01T12:30:00.5Z},
 *       {@code 2024-03-01 12:30+01:00}, {@code 20240301T123000Z}
 *   <li>time stamps of web archives: {@code 20240301123000}
 *   <li>mail and HTTP (RFC 5322, RFC 1123): {@code Fri, 1 Mar 2024 12:30:00 +0100}, {@code Fri Mar 1 12:30:00 2024}
 *   <li>seconds since 1970 of 9 or 10 digits, with or without a fraction, and milliseconds of 12 or 13 digits, unless
 *       the digits also read as year, month, day and hour
 * </ul>
 *
 * <p>Dates whose order of day and month is not certain, such as {@code 03/04/2024}, are not read.
 */
public final class DateText {
    private static final int LONGEST = 200;
    private static final String ZONE = "(?<zone>[Zz]|UTC|GMT|[+-]\\d\\d(?::?\\d\\d)?)(?:\\[[^\\]]*\\])?";
    private static final String FRACTION = "(?:[.,](?<fraction>\\d{1,9}))?";
    private static final Pattern EXTENDED =
            Pattern.compile("(?<year>\\d{4})(?:-(?<month>\\d\\d)(?:-(?<day>\\d\\d)(?:(?:[Tt]| +)(?<hour>\\d\\d)"
                    + "(?::(?<minute>\\d\\d)(?::(?<second>\\d\\d)" + FRACTION + ")?)? *(?:" + ZONE + ")?)?)?)?");
    private static final String DAY = "(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)";
    private static final Pattern BASIC = Pattern.compile(DAY + "(?:[Tt](?<hour>\\d\\d)(?:(?<minute>\\d\\d)"
            + "(?:(?<second>\\d\\d)" + FRACTION + ")?)?(?:" + ZONE + ")?)?");
    private static final Pattern STAMP =
            Pattern.compile(DAY + "(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)(?<fraction>\\d{3})?(?<zone>)");
    private static final Pattern HOURS =
            Pattern.compile(DAY + "(?<hour>\\d\\d)\\d*(?<minute>)(?<second>)(?<fraction>)(?<zone>)");
    private static final Pattern MAIL = Pattern.compile("(?:[A-Za-z]{3,9},? *)?(?<day>\\d{1,2})[ -]"
            + "(?<month>[A-Za-z]{3,9})[ -](?<year>\\d{4}|\\d\\d)"
            + "(?: +(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d))?"
            + "(?: *(?<zone>[A-Za-z]{1,5}|[+-]\\d{4}))?)?(?<fraction>)");
    private static final Pattern ASCTIME = Pattern.compile("[A-Za-z]{3},? +(?<month>[A-Za-z]{3}) +(?<day>\\d{1,2}) +"
            + "(?<hour>\\d{1,2}):(?<minute>\\d\\d):(?<second>\\d\\d)"
            + "(?: +(?<zone>[A-Za-z]{1,5}|[+-]\\d{4}))? +(?<year>\\d{4})(?<fraction>)");
    private static final Pattern SECONDS = Pattern.compile("(\\d{9,10})(?:\\.(\\d{1,9}))?");
    private static final Pattern MILLISECONDS = Pattern.compile("\\d{12,13}");

    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    /** Offsets in hours of the zones of RFC 5322. */
    private static final Map<String, Integer> ZONES =
            Map.of("EST", -5, "EDT", -4, "CST", -6, "CDT", -5, "MST", -7, "MDT", -6, "PST", -8, "PDT", -7);

    private DateText() {}

    /**
     * Reads a date.
     *
     * @param text the date as written; space around it is ignored
     * @return the instant, in the years 1 to 9999; empty if the text is no date or not a certain one
     */
    public static Optional<Instant> parse(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        String date = text.strip();
        try {
            return instant(date).filter(DateText::isInRange);
        } catch (DateTimeException | ArithmeticException e) {
            // The 31st of February, or the 25th hour.
            return Optional.empty();
        }
    }

    private static boolean isInRange(Instant date) {
        int year = date.atOffset(ZoneOffset.UTC).getYear();
        return year >= 1 && year <= 9_999;
    }

    private static Optional<Instant> instant(String date) {
        Optional<Instant> iso = first(date, EXTENDED, BASIC, STAMP);
        Matcher seconds = SECONDS.matcher(date);
        if (iso.isEmpty() && seconds.matches() && !isHour(date)) {
            return Optional.of(
                    Instant.ofEpochSecond(Long.parseLong(seconds.group(1))).plusNanos(nanos(seconds.group(2))));
        }
        if (iso.isEmpty() && MILLISECONDS.matcher(date).matches() && !isHour(date)) {
            return Optional.of(Instant.ofEpochMilli(Long.parseLong(date)));
        }
        return iso.or(() -> first(date.replaceAll("\\([^()]*\\)", " ").strip(), MAIL, ASCTIME));
    }

    private static Optional<Instant> first(String date, Pattern... patterns) {
        return Stream.of(patterns)
                .map(pattern -> pattern.matcher(date))
                .filter(Matcher::matches)
                .map(DateText::instant)
                .findFirst();
    }

    /** Hour 24 and second 60 are the start of the next hour or minute. */
    private static Instant instant(Matcher m) {
        String month = m.group("month");
        boolean named = month != null && Character.isLetter(month.charAt(0));
        int year = number(m.group("year"), 0);
        // RFC 5322, 4.3.
        year += m.group("year").length() > 2 ? 0 : year < 50 ? 2_000 : 1_900;
        LocalDate day = LocalDate.of(
                year,
                named ? 1 + MONTHS.indexOf(month.toLowerCase(Locale.ROOT).substring(0, 3)) : number(month, 1),
                number(m.group("day"), 1));
        int hour = number(m.group("hour"), 0);
        int minute = number(m.group("minute"), 0);
        int second = number(m.group("second"), 0);
        if (hour > 24 || hour == 24 && minute + second > 0 || minute > 59 || second > 60) {
            throw new DateTimeException("there is no time " + hour + ":" + minute + ":" + second);
        }
        return day.atStartOfDay()
                .plusHours(hour)
                .plusMinutes(minute)
                .plusSeconds(second)
                .plusNanos(nanos(m.group("fraction")))
                .toInstant(offset(m.group("zone") == null ? "" : m.group("zone")));
    }

    private static boolean isHour(String digits) {
        Matcher m = HOURS.matcher(digits);
        try {
            return m.matches() && instant(m).isAfter(Instant.MIN);
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** An unknown name of a zone counts as UTC (RFC 5322, 4.3). */
    private static ZoneOffset offset(String zone) {
        if (zone.startsWith("+") || zone.startsWith("-")) {
            String digits = zone.substring(1).replace(":", "");
            int minutes = 60 * Integer.parseInt(digits.substring(0, 2))
                    + (digits.length() > 2 ? Integer.parseInt(digits.substring(2)) : 0);
            return ZoneOffset.ofTotalSeconds((zone.charAt(0) == '-' ? -60 : 60) * minutes);
        }
        return ZoneOffset.ofHours(ZONES.getOrDefault(zone.toUpperCase(Locale.ROOT), 0));
    }

    private static int number(String digits, int missing) {
        return digits == null || digits.isEmpty() ? missing : Integer.parseInt(digits);
    }

    private static long nanos(String fraction) {
        return fraction == null ? 0 : Long.parseLong((fraction + "000000000").substring(0, 9));
    }
}

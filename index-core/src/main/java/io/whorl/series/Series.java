package io.whorl.series;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Tells from which source a document is: a site, a newspaper, a project. The documents of one source are a series
 * (Smith, Cordell and Dillon 2013). Immutable and thread-safe, if the function that it was made of is.
 *
 * <p>Two values are equal if their descriptions are: resumed work is compared by them.
 *
 * @param description names the rule; rules of equal descriptions must give equal series
 * @param names gives the series of an id, and always the same
 */
public record Series(String description, Function<String, Optional<String>> names) {
    private static final String SCHEME_END = "://";

    public Series {
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(names, "names");
    }

    /**
     * The part of the id before a separator. An id without it has no series.
     *
     * @param separator at least one character
     */
    public static Series prefix(String separator) {
        if (separator.isEmpty()) {
            throw new IllegalArgumentException("separator is empty; it must have at least one character");
        }
        return new Series("prefix:" + separator, id -> {
            int end = id.indexOf(separator);
            return end < 0 ? Optional.empty() : Optional.of(id.substring(0, end));
        });
    }

    /** The host of an id that is a URL, in lower case. Other ids have no series. */
    public static Series host() {
        return new Series("host", Series::host);
    }

    private static Optional<String> host(String id) {
        int start = id.indexOf(SCHEME_END);
        if (start < 1) {
            return Optional.empty();
        }
        int end = start + SCHEME_END.length();
        start = end;
        while (end < id.length() && "/?#".indexOf(id.charAt(end)) < 0) {
            end++;
        }
        String authority = id.substring(start, end);
        String address = authority.substring(authority.lastIndexOf('@') + 1);
        // A port follows the last colon, unless that is part of an IPv6 address in brackets.
        int colon = address.lastIndexOf(':');
        String host = colon > address.lastIndexOf(']') ? address.substring(0, colon) : address;
        return host.isEmpty() ? Optional.empty() : Optional.of(host.toLowerCase(Locale.ROOT));
    }

    /**
     * The first place in the id that a regular expression matches: its first group, or all of it if it has no group. An
     * id without a match has no series.
     */
    public static Series pattern(Pattern pattern) {
        return new Series("regex:" + pattern.flags() + ":" + pattern.pattern(), id -> {
            Matcher matcher = pattern.matcher(id);
            return matcher.find()
                    ? Optional.ofNullable(matcher.groupCount() > 0 ? matcher.group(1) : matcher.group())
                    : Optional.empty();
        });
    }

    /** The series of each id by a table. Other ids have no series. */
    public static Series table(Map<String, String> seriesOfIds) {
        Objects.requireNonNull(seriesOfIds, "seriesOfIds");
        Map<String, String> table = Map.copyOf(seriesOfIds);
        CRC32C crc = new CRC32C();
        new TreeMap<>(table).forEach((id, series) -> {
            crc.update((id + '\t' + series + '\n').getBytes(java.nio.charset.StandardCharsets.UTF_8));
        });
        String digest = String.format(Locale.ROOT, "table:%d:%08x", table.size(), crc.getValue());
        return new Series(digest, id -> Optional.ofNullable(table.get(id)));
    }

    /** The series of a document; empty if it is in none. */
    public Optional<String> of(String id) {
        return names.apply(id);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Series s && description.equals(s.description);
    }

    @Override
    public int hashCode() {
        return description.hashCode();
    }

    @Override
    public String toString() {
        return description;
    }
}

package io.whorl.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SeriesTest {
    @Test
    void aHostIsThatOfTheUrl() {
        Series host = Series.host();
        assertEquals(Optional.of("example.org"), host.of("https://Example.org/a?b=c://d"));
        assertEquals(Optional.of("example.org"), host.of("http://user:word@example.org:8080"));
        assertEquals(Optional.of("[::1]"), host.of("http://[::1]:80/x"));
        assertEquals(Optional.of("a.b"), host.of("x://a.b#c@d"));
        assertEquals(Optional.empty(), host.of("file:///etc/hosts"));
        assertEquals(Optional.empty(), host.of("example.org/a"));
        assertEquals(Optional.empty(), host.of("://a"));
    }

    @Test
    void aPrefixEndsAtTheSeparator() {
        assertEquals(Optional.of("a"), Series.prefix("/").of("a/b/c"));
        assertEquals(Optional.of(""), Series.prefix("--").of("--a"));
        assertEquals(Optional.empty(), Series.prefix("/").of("abc"));
        assertThrows(IllegalArgumentException.class, () -> Series.prefix(""));
    }

    @Test
    void aPatternGivesItsFirstGroupOrItsMatch() {
        assertEquals(
                Optional.of("1998"), Series.pattern(Pattern.compile("[0-9]{4}")).of("a-1998-b"));
        assertEquals(
                Optional.of("b"),
                Series.pattern(Pattern.compile("-([a-z])-(.)")).of("a-b-c"));
        assertEquals(Optional.empty(), Series.pattern(Pattern.compile("(x)?b")).of("b"));
        assertEquals(Optional.empty(), Series.pattern(Pattern.compile("q")).of("b"));
    }

    @Test
    void seriesAreEqualByTheirRule() {
        assertEquals(Series.prefix("/"), Series.prefix("/"));
        assertNotEquals(Series.prefix("/"), Series.prefix("-"));
        Series table = Series.table(Map.of("a", "x", "b", "y"));
        assertEquals(Optional.of("x"), table.of("a"));
        assertEquals(Optional.empty(), table.of("c"));
        assertEquals(table, Series.table(Map.of("b", "y", "a", "x")));
        assertNotEquals(table, Series.table(Map.of("b", "x", "a", "y")));
        assertNotEquals(table, Series.host());
    }
}

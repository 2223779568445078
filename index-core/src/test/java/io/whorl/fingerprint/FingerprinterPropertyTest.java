package io.whorl.fingerprint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectedChunks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Properties of all texts and schemes. */
class FingerprinterPropertyTest {
    private static final Map<String, Scheme> SCHEMES = Schemes.all();
    private static final Map<String, Fingerprinter> FINGERPRINTERS = new HashMap<>();

    @Property(tries = 800)
    void traceHasTheMinutiaeOfTheFingerprint(@ForAll("names") String name, @ForAll("texts") String text) {
        Fingerprinter fingerprinter = fingerprinter(name);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        Fingerprint fingerprint = fingerprinter.fingerprint(utf8);
        List<TracedMinutia> trace = fingerprinter.trace(utf8);
        assertArrayEquals(
                fingerprint.toArray(),
                sortedUnsigned(trace.stream().mapToLong(TracedMinutia::minutia).toArray()));
        for (int i = 1; i < trace.size(); i++) {
            assertTrue(trace.get(i - 1).offset() < trace.get(i).offset(), trace.toString());
        }
        long units = fingerprint.units();
        trace.forEach(t -> assertTrue(t.offset() >= 0 && t.offset() < units, t + " of " + units + " units"));
    }

    @Property(tries = 400)
    void streamsBytesAndTextGiveTheSame(
            @ForAll("names") String name, @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 9) int most)
            throws IOException {
        Fingerprinter fingerprinter = fingerprinter(name);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        Fingerprint expected = fingerprinter.fingerprint(utf8);
        assertSame(expected, fingerprinter.fingerprint(text));
        assertSame(expected, fingerprinter.fingerprint(new ByteArrayInputStream(utf8)));
        assertSame(expected, fingerprinter.fingerprint(dribble(utf8, most)));
        assertSame(expected, Fingerprinter.of(SCHEMES.get(name)).fingerprint(utf8));
    }

    @Property(tries = 400)
    void aFingerprintIsTheSortedSetOfSelectedMinutiae(@ForAll("names") String name, @ForAll("texts") String text) {
        Fingerprinter fingerprinter = fingerprinter(name);
        byte[] framed = ("left " + text + " right").getBytes(StandardCharsets.UTF_8);
        byte[] utf8 = Arrays.copyOfRange(framed, 5, framed.length - 6);
        SelectedChunks selected = new SelectedChunks(false);
        selected.add(1, 0);
        DocumentCounts counts = MinutiaExtractor.of(SCHEMES.get(name)).extract(framed, 5, framed.length - 6, selected);
        Fingerprint fingerprint = fingerprinter.fingerprint(utf8);
        assertEquals(counts, fingerprint.counts());
        long[] raw = Arrays.copyOf(selected.array(), selected.size());
        assertArrayEquals(sortedUnsigned(Arrays.stream(raw).distinct().toArray()), fingerprint.toArray());
        for (int i = 0; i < fingerprint.size(); i++) {
            long minutia = fingerprint.minutia(i);
            long times = Arrays.stream(raw).filter(x -> x == minutia).count();
            assertEquals(SCHEMES.get(name).frequencies() ? times : 1, fingerprint.frequency(i));
        }
    }

    @Property(tries = 200)
    void countsDoNotDependOnTheSelection(@ForAll("texts") String text) {
        DocumentCounts full = fingerprinter("selection full").fingerprint(text).counts();
        for (String name : List.of("first-r-sliding", "random", "min-s", "anchor", "kth-sentence", "winnowing")) {
            assertEquals(
                    full, fingerprinter("selection " + name).fingerprint(text).counts(), name);
        }
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.of(SCHEMES.keySet());
    }

    @Provide
    Arbitrary<String> texts() {
        return Texts.any();
    }

    private static Fingerprinter fingerprinter(String name) {
        return FINGERPRINTERS.computeIfAbsent(name, n -> Fingerprinter.of(SCHEMES.get(n)));
    }

    private static void assertSame(Fingerprint expected, Fingerprint actual) {
        assertArrayEquals(expected.toArray(), actual.toArray());
        assertEquals(expected.counts(), actual.counts());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.frequency(i), actual.frequency(i));
        }
    }

    private static long[] sortedUnsigned(long[] minutiae) {
        return Arrays.stream(minutiae)
                .boxed()
                .sorted(Long::compareUnsigned)
                .mapToLong(Long::longValue)
                .toArray();
    }

    /** A stream that returns a few bytes at a time, like a network. */
    private static InputStream dribble(byte[] bytes, int most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, most));
            }
        };
    }
}

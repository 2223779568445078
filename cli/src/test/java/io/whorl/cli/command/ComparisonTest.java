package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.Corpus;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Scheme;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the sets of the definitions, made from full fingerprints without any selection strategy. */
class ComparisonTest {
    private static final String A = Corpus.words(1, 500) + " " + Corpus.words(2, 300);
    private static final String B = Corpus.words(1, 500) + " " + Corpus.words(3, 2_000);

    private static Comparison compare(String a, String b, Scheme scheme) {
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Fingerprint first = fingerprinter.fingerprint(a);
        return Comparison.of(first, fingerprinter.fingerprint(b), fingerprinter.scheme());
    }

    private static Set<Long> full(String text) {
        Set<Long> minutiae = new HashSet<>();
        for (long minutia :
                Fingerprinter.of(Scheme.builder().build()).fingerprint(text).toArray()) {
            minutiae.add(minutia);
        }
        return minutiae;
    }

    private static Set<Long> common(Set<Long> a, Set<Long> b) {
        Set<Long> common = new HashSet<>(a);
        common.retainAll(b);
        return common;
    }

    @Test
    void countsSets() {
        Comparison found = compare(A, B, Scheme.builder().build());
        assertEquals(497, found.shared());
        assertEquals(497.0 / (797 + 2_497 - 497), found.resemblance());
        assertEquals(497.0 / 797, found.containment().orElseThrow());
        assertEquals(497.0 / 2_497, found.contained().orElseThrow());
    }

    @Test
    void nothingByNothingIsNothing() {
        Comparison found = compare("too short", "", Scheme.builder().build());
        assertEquals(0, found.resemblance());
        assertEquals(0, found.containment().orElseThrow());
    }

    /** BGMZ 3: |MIN_s(A ∪ B) ∩ MIN_s(A) ∩ MIN_s(B)| ÷ |MIN_s(A ∪ B)|. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 100_000})
    void estimatesResemblanceOfSketchesAsBgmzDo(int s) {
        Scheme scheme = Scheme.builder()
                .selection("min-s", Map.of("s", Integer.toString(s)))
                .build();
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        Set<Long> union = new HashSet<>(full(A));
        union.addAll(full(B));
        TreeSet<Long> smallest = new TreeSet<>(Long::compareUnsigned);
        union.forEach(minutia -> smallest.add(hash.order(minutia)));
        Set<Long> sketch = new HashSet<>();
        while (sketch.size() < s && !smallest.isEmpty()) {
            sketch.add(smallest.pollFirst());
        }
        Set<Long> both = new HashSet<>();
        common(full(A), full(B)).forEach(minutia -> both.add(hash.order(minutia)));
        Comparison found = compare(A, B, scheme);
        assertEquals((double) common(sketch, both).size() / sketch.size(), found.resemblance());
        assertTrue(found.containment().isEmpty() && found.contained().isEmpty());
    }

    /** BGMZ 3, V_i: 800 and 2,500 words are of i = 3 and 4, and are compared modulo 16. */
    @Test
    void comparesSizesAtTheLargerModulus() {
        Scheme scheme = Scheme.builder().selection("mod-by-size", Map.of()).build();
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        Set<Long> a = full(A);
        Set<Long> b = full(B);
        a.removeIf(minutia -> Long.remainderUnsigned(hash.order(minutia), 16) != 0);
        b.removeIf(minutia -> Long.remainderUnsigned(hash.order(minutia), 16) != 0);
        long shared = common(a, b).size();
        Comparison found = compare(A, B, scheme);
        assertTrue(shared > 0);
        assertEquals(shared, found.shared());
        assertEquals((double) shared / a.size(), found.containment().orElseThrow());
        assertEquals((double) shared / (a.size() + b.size() - shared), found.resemblance());
    }
}

package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.scheme.Scheme;
import io.whorl.store.TestSegments.Doc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class DocumentTableTest {
    @Provide
    Arbitrary<Set<String>> ids() {
        Arbitrary<String> any = Arbitraries.strings()
                .ofMinLength(1)
                .ofMaxLength(30)
                .filter(s -> new String(TestSegments.utf8(s), java.nio.charset.StandardCharsets.UTF_8).equals(s));
        Arbitrary<String> alike = Arbitraries.strings()
                .withChars("ab/\u0000\n\u00e9\uffff")
                .ofMinLength(1)
                .ofMaxLength(40);
        return Arbitraries.oneOf(any, alike).set().ofMaxSize(120);
    }

    @Property(tries = 150)
    void returnsEveryDocument(
            @ForAll("ids") Set<String> ids,
            @ForAll @IntRange(min = 6, max = 30) int partBits,
            @ForAll @IntRange(max = 40) int extraBytes,
            @ForAll long seed)
            throws IOException {
        Random random = new Random(seed);
        List<Doc> documents = new ArrayList<>();
        for (String id : ids) {
            byte[] extra = new byte[extraBytes == 0 ? 0 : random.nextInt(extraBytes)];
            random.nextBytes(extra);
            documents.add(new Doc(
                    id, random.nextLong() >>> 1 + random.nextInt(63), random.nextInt(1 << random.nextInt(31)), extra));
        }
        check(TestSegments.sorted(documents), partBits, random);
    }

    @Example
    void storesTheLongestIdsAndTheirPrefixes() throws IOException {
        String longest = "x".repeat(DocumentTable.LONGEST_ID);
        List<Doc> documents = new ArrayList<>();
        for (int cut : new int[] {0, 1, 2, 60_000, 65_000, 65_534}) {
            documents.add(new Doc(longest.substring(cut), cut, 1, new byte[0]));
            documents.add(new Doc(longest.substring(cut + 1) + "y", cut, 1, new byte[3]));
        }
        for (int partBits : new int[] {6, 12, 30}) {
            check(TestSegments.sorted(documents), partBits, new Random(1));
        }
    }

    @Example
    void canBeEmpty() throws IOException {
        check(List.of(), 30, new Random(1));
    }

    private static void check(List<Doc> sorted, int partBits, Random random) throws IOException {
        Path file = Files.createTempFile("documents", ".whs");
        try {
            Segment segment = TestSegments.write(file, Scheme.builder().build(), sorted, out -> {}, partBits);
            assertEquals(
                    List.of(),
                    SegmentCheck.problems(segment).stream()
                            .filter(p -> !p.contains("minutiae; its record"))
                            .toList());
            DocumentTable table = segment.documents();
            assertEquals(sorted.size(), table.size());
            Set<String> present = new HashSet<>();
            for (int i = 0; i < sorted.size(); i++) {
                Doc d = sorted.get(i);
                assertEquals(d.id(), table.id(i));
                assertEquals(d.words(), table.words(i));
                assertEquals(d.minutiae(), table.minutiae(i));
                assertArrayEquals(d.extra(), table.extra(i));
                assertEquals(i, table.find(d.id()));
                present.add(d.id());
            }
            for (Doc d : sorted) {
                for (String near :
                        List.of(d.id() + "\u0000", d.id() + "a", d.id().substring(1), "", "\uffff" + d.id())) {
                    if (!present.contains(near)) {
                        assertEquals(-1, table.find(near), near);
                    }
                }
            }
            assertThrows(IndexOutOfBoundsException.class, () -> table.id(sorted.size()));
            assertThrows(IndexOutOfBoundsException.class, () -> table.id(-1));
        } finally {
            Files.delete(file);
        }
    }
}

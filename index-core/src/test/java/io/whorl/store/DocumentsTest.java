package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.scheme.Scheme;
import io.whorl.store.TestSegments.Doc;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The table of documents and the set of dead ones. */
class DocumentsTest {
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

    // Compares a set of dead documents, and all its earlier states, with a {@link BitSet}.

    private record State(DeadDocuments dead, BitSet model) {}

    /** The names of later generations have more digits. */
    @Example
    void aRepairFindsTheNewestFile() throws IOException {
        Path directory = Files.createTempDirectory("deaths");
        DeadDocuments older = DeadDocuments.none(100).with(new long[] {1}, 1);
        DeadDocuments newer = older.with(new long[] {2}, 1);
        String segment = FileNames.segment(7);
        List<Path> files = List.of(
                directory.resolve(FileNames.deaths(segment, 999_999)),
                directory.resolve(FileNames.deaths(segment, 1_000_000)));
        older.writeTo(files.get(0));
        newer.writeTo(files.get(1));
        assertEquals(
                Optional.of(new SegmentFile.Deaths(files.get(1).getFileName().toString(), 2)),
                IndexFiles.newestDeaths(directory, segment, 100));
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(directory);
    }

    @Property(tries = 150)
    void agreesWithBitSet(
            @ForAll @IntRange(min = 1, max = 20_000) int documents,
            @ForAll boolean sealed,
            @ForAll @IntRange(max = 8) int steps,
            @ForAll long seed) {
        Random random = new Random(seed);
        BitSet model = new BitSet(documents);
        if (sealed) {
            random.ints(random.nextInt(documents + 1), 0, documents).forEach(model::set);
        }
        DeadDocuments dead = sealed
                ? DeadDocuments.sealed(documents, words(model, documents), model.cardinality())
                : DeadDocuments.none(documents);
        List<State> states = new ArrayList<>(List.of(new State(dead, (BitSet) model.clone())));
        for (int i = 0; i < steps; i++) {
            long[] more = random.longs(random.nextInt(200), 0, documents).toArray();
            int n = random.nextInt(more.length + 1);
            dead = dead.with(more, n);
            Arrays.stream(more, 0, n).forEach(d -> model.set((int) d));
            states.add(new State(dead, (BitSet) model.clone()));
        }
        // Checks the earlier states, too: the pages that they share with later ones must not have changed.
        for (State s : states) {
            assertAgrees(s, documents);
        }
    }

    private static void assertAgrees(State s, int documents) {
        assertEquals(documents, s.dead.documents());
        assertEquals(s.model.cardinality(), s.dead.count());
        assertEquals(s.model.isEmpty(), s.dead.isEmpty());
        for (int d = 0; d < documents; d++) {
            assertEquals(s.model.get(d), s.dead.contains(d));
            assertEquals(s.model.nextSetBit(d), s.dead.next(d));
        }
        assertEquals(-1, s.dead.next(documents));
    }

    @Example
    void addingDeadDocumentsAgainChangesNothing() {
        DeadDocuments dead = DeadDocuments.none(100).with(new long[] {3, 99}, 2);
        assertSame(dead, dead.with(new long[] {99, 3, 99}, 3));
        assertSame(dead, dead.with(new long[] {5}, 0));
        assertEquals(3, dead.with(new long[] {99, 64, 64}, 3).count());
    }

    @Example
    void ordinalsOutOfRangeAreRefused() {
        DeadDocuments dead = DeadDocuments.none(100);
        assertThrows(IndexOutOfBoundsException.class, () -> dead.with(new long[] {100}, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> dead.with(new long[] {-1}, 1));
    }

    private static MappedBytes words(BitSet bits, int documents) {
        ByteBuffer bytes = ByteBuffer.allocate((documents + 63) / 64 * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (long word : bits.toLongArray()) {
            bytes.putLong(word);
        }
        return MappedBytes.of(bytes.array());
    }
}

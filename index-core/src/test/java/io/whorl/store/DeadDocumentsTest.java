package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares a set of dead documents, and all its earlier states, with a {@link BitSet}. */
class DeadDocumentsTest {
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
        DeadDocuments.DeadDocumentsFile.write(files.get(0), older);
        DeadDocuments.DeadDocumentsFile.write(files.get(1), newer);
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

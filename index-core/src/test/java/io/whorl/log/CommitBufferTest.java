package io.whorl.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.store.TextEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A buffer returns what was added, and refuses what a reader would refuse. */
class CommitBufferTest {
    private static final byte[] ID = {'a'};
    private static final byte[] NONE = {};
    private static final int[] NO_FREQUENCIES = {};

    @Property(tries = 40)
    void returnsWhatWasAdded(
            @ForAll long seed,
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll boolean frequencies,
            @ForAll @IntRange(min = 0, max = 40) int operations)
            throws IOException {
        for (long each : LongForm.seeds(seed, 3)) {
            assertReturned(each, bits, frequencies, operations);
        }
    }

    private static void assertReturned(long seed, int bits, boolean frequencies, int operations) throws IOException {
        Random random = new Random(seed);
        List<Operation> first = Operation.commit(random, bits, frequencies, operations, 2_000);
        List<Operation> second = Operation.commit(random, bits, frequencies, random.nextInt(10), 30_000);
        CommitBuffer buffer = Operation.encode(first, bits, frequencies);
        check(first, buffer);
        CommitBuffer other = Operation.encode(second, bits, frequencies);
        buffer.append(other);
        check(second, other);
        List<Operation> both = new ArrayList<>(first);
        both.addAll(second);
        check(both, buffer);
        buffer.clear();
        check(List.of(), buffer);
        assertEquals(0, buffer.bytes());
        second.forEach(o -> o.to(buffer));
        check(second, buffer);
        assertEquals(other.bytes(), buffer.bytes());
    }

    private static void check(List<Operation> expected, CommitBuffer buffer) throws IOException {
        Operation.Recorder sink = new Operation.Recorder();
        buffer.read(sink);
        assertEquals(expected, sink.open);
        assertEquals(List.of(), sink.commits);
        assertEquals(expected.size(), buffer.operations());
        assertEquals(expected.stream().mapToLong(o -> o.minutiae().length).sum(), buffer.postings());
    }

    /** A log of an index that stores texts has one for each document. */
    @Test
    void aDocumentWithoutATextIsDamageIfTheIndexStoresTexts() throws IOException {
        LogSink storing = new LogSink() {
            @Override
            public boolean storesTexts() {
                return true;
            }

            @Override
            public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) {}

            @Override
            public void delete(byte[] id) {}

            @Override
            public void commit(long sequence) {}
        };
        CommitBuffer buffer = new CommitBuffer(40, false);
        buffer.add(ID, 0, NONE, new long[0], NO_FREQUENCIES, 0, new TextEncoder().encode(ID));
        buffer.delete(ID);
        buffer.read(storing);
        buffer.add(ID, 0, NONE, new long[0], NO_FREQUENCIES, 0);
        assertDamaged("a document has no text", buffer, storing);
        buffer.clear();
        buffer.add(ID, 0, NONE, new long[0], NO_FREQUENCIES, 0, new byte[] {1, 2, 3, 4, 1, 'a'});
        assertDamaged("a text: its checksum does not match", buffer, storing);
    }

    private static void assertDamaged(String why, CommitBuffer buffer, LogSink sink) {
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> buffer.read(sink));
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }

    @Test
    void refusesInvalidArguments() {
        CommitBuffer plain = new CommitBuffer(40, false);
        CommitBuffer counted = new CommitBuffer(64, true);
        List<Executable> wrong = List.of(
                () -> plain.add(NONE, 1, NONE, new long[1], NO_FREQUENCIES, 1),
                () -> plain.add(new byte[65_536], 1, NONE, new long[1], NO_FREQUENCIES, 1),
                () -> plain.delete(NONE),
                () -> plain.delete(new byte[65_536]),
                () -> plain.add(ID, -1, NONE, new long[1], NO_FREQUENCIES, 1),
                () -> plain.add(ID, 1, NONE, new long[1], NO_FREQUENCIES, 2),
                () -> plain.add(ID, 1, NONE, new long[1], NO_FREQUENCIES, -1),
                () -> plain.add(ID, 1, NONE, new long[1], new int[1], 1),
                () -> plain.add(ID, 1, NONE, new long[] {5, 5}, NO_FREQUENCIES, 2),
                () -> plain.add(ID, 1, NONE, new long[] {5, 4}, NO_FREQUENCIES, 2),
                () -> plain.add(ID, 1, NONE, new long[] {5, 1L << 40}, NO_FREQUENCIES, 2),
                () -> plain.add(ID, 1, NONE, new long[] {-1}, NO_FREQUENCIES, 1),
                () -> counted.add(ID, 1, NONE, new long[] {-1, 1}, new int[] {1, 1}, 2),
                () -> counted.add(ID, 1, NONE, new long[] {1, -1}, new int[] {1, 0}, 2),
                () -> counted.add(ID, 1, NONE, new long[] {1, -1}, new int[] {1}, 2),
                () -> plain.append(counted),
                () -> plain.append(plain),
                () -> new CommitBuffer(31, false),
                () -> new CommitBuffer(65, false));
        wrong.forEach(w -> assertTrue(
                !assertThrows(IllegalArgumentException.class, w).getMessage().isEmpty()));
        assertEquals(0, plain.operations() + plain.bytes() + counted.operations() + counted.bytes());
    }

    @Test
    void refusesMoreThanItsCapacity() throws IOException {
        CommitBuffer buffer = new CommitBuffer(40, false, 1_000);
        CommitBuffer small = new CommitBuffer(40, false);
        small.delete(new byte[500]);
        buffer.append(small);
        long bytes = buffer.bytes();
        assertThrows(IllegalStateException.class, () -> buffer.append(small));
        assertThrows(IllegalStateException.class, () -> buffer.delete(new byte[500]));
        assertThrows(
                IllegalStateException.class, () -> buffer.add(ID, 1, new byte[500], new long[0], NO_FREQUENCIES, 0));
        assertEquals(bytes, buffer.bytes());
        check(List.of(Operation.delete(new byte[500])), buffer);
    }
}

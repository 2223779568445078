package io.whorl.live;

import static io.whorl.testing.Packed.concat;
import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.TryFolder;
import io.whorl.WriterException;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.live.Log.FrameHeader;
import io.whorl.live.Log.LogPosition;
import io.whorl.live.LogFolder.Operation;
import io.whorl.scheme.Scheme;
import io.whorl.store.Checksum;
import io.whorl.store.DocumentDate;
import io.whorl.store.StoredText.TextEncoder;
import io.whorl.testing.LongForm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The writer on a disk that fails and when it resumes a log, and the reader of whole and of damaged logs. */
class LogWriterTest extends TryFolder {
    private static final long NEXT = LogFolder.BEFORE + 5;

    private LogFolder folder;
    /** Other logs: in an empty directory, and one to which frames are forged. */
    private Path trip;

    private LogFolder forged;
    private byte[] wholeForged;
    private CrashFileSystem disk;
    private FileChannel channel;
    private Log.LogWriter log;
    private final List<Operation> commit = Operation.commit(new Random(5), 40, true, 30, 3_000);
    private final CommitBuffer encoded = Operation.encode(commit, 40, true);
    private static final byte[] ID = {'a'};
    private static final byte[] NONE = {};
    private static final int[] NO_FREQUENCIES = {};
    private static final Fault FULL =
            Fault.at(1, CrashFileSystem.Operation.WRITE).andAllAfter();

    @BeforeEach
    void open() throws IOException {
        disk = CrashFileSystem.over(directory);
        folder = LogFolder.small(disk.root(), false);
        channel = FileChannel.open(folder.file, StandardOpenOption.WRITE);
        log = new Log.LogWriter(
                folder.directory,
                channel,
                Log.LogHeader.of(LogFolder.NUMBER, LogFolder.BEFORE, folder.salt(), LogFolder.SCHEME),
                Files.size(folder.file),
                NEXT - 1);
        trip = Files.createDirectory(directory.resolve("trip"));
        forged = LogFolder.small(Files.createDirectory(directory.resolve("forged")), false);
        wholeForged = forged.bytes();
    }

    @Test
    void fullDiskLeavesTheLogUnchanged() throws IOException {
        byte[] before = folder.bytes();
        AtomicInteger forces = new AtomicInteger();
        disk.onSync(point -> forces.addAndGet(point.done() ? 0 : 1));
        int writes = (encoded.bytes() + FrameHeader.SIZE - 1) / Log.LogWriter.BUFFER + 1;
        assertTrue(writes > 3);
        for (int n = 1; n <= writes; n++) {
            for (Fault full : List.of(FULL.numbered(n), FULL.numbered(n).halfWritten())) {
                disk.fail(full);
                assertMessage(IOException.class, "No space left on device", () -> LogFolder.append(log, encoded, NEXT));
                assertTrue(Arrays.equals(before, folder.bytes()));
                assertEquals(before.length, log.length());
            }
        }
        assertEquals(0, forces.get());
        disk.fail(FULL.numbered(writes + 1));
        LogFolder.append(log, encoded, NEXT);
        assertThrows(IOException.class, log::end);
        disk.heal();
        log.end();
        assertEquals(2, forces.get());
        folder.commits.add(commit);
        Operation.Recorder sink = new Operation.Recorder();
        assertEquals(folder.tail(log.length(), log.length() - FrameHeader.SIZE, NEXT, true), folder.read(sink));
        assertEquals(folder.commits, sink.commits);
    }

    static List<Fault> poisons() {
        return List.of(
                Fault.at(1, CrashFileSystem.Operation.FORCE),
                Fault.at(1, CrashFileSystem.Operation.WRITE, CrashFileSystem.Operation.TRUNCATE)
                        .andAllAfter()
                        .halfWritten());
    }

    @ParameterizedTest
    @MethodSource("poisons")
    void aFailedForceOrTruncatePoisonsTheWriter(Fault fault) throws IOException {
        long length = log.length();
        disk.fail(fault);
        WriterException e = assertReason(
                WriterException.Reason.LOG, "No space left on device", () -> LogFolder.append(log, encoded, NEXT));
        assertTrue(e.getMessage().startsWith(folder.file.toString()), e.getMessage());
        disk.heal();
        assertReason(WriterException.Reason.LOG, () -> LogFolder.append(log, encoded, NEXT));
        assertReason(WriterException.Reason.LOG, log::end);
        assertEquals(length, log.length());
        log.close();
        assertFalse(channel.isOpen());
        Operation.Recorder sink = new Operation.Recorder();
        folder.read(sink);
        assertEquals(folder.commits, sink.commits.subList(0, folder.commits.size()));
        if (fault.half()) {
            assertEquals(folder.tail(length, folder.last(), NEXT - 1, false), folder.read(new Operation.Recorder()));
        }
    }

    @Test
    void resumesAfterATornTail() throws IOException {
        LogFolder.append(log, encoded, NEXT);
        folder.commits.add(commit);
        byte[] whole = folder.bytes();
        for (int torn : new int[] {1, 27, 28, 100, 70_000, encoded.bytes() + 27}) {
            Files.write(folder.file, Arrays.copyOf(whole, whole.length - torn));
            LogPosition tail = folder.read(new Operation.Recorder());
            Log.LogWriter again = Log.LogWriter.resume(folder.directory, tail, LogFolder.SCHEME);
            assertEquals(tail.offset(), Files.size(folder.file));
            assertEquals(tail.offset(), again.length());
            LogFolder.append(again, encoded, NEXT);
            assertTrue(Arrays.equals(whole, folder.bytes()), "the frame replaces the torn one");
        }
        LogPosition tail = folder.read(new Operation.Recorder());
        Files.write(folder.file, Arrays.copyOf(whole, whole.length - 1));
        assertThrows(CorruptIndexException.class, () -> Log.LogWriter.resume(folder.directory, tail, LogFolder.SCHEME));
    }

    @Test
    void refusesCallsOutOfOrder() throws IOException {
        assertThrows(IllegalStateException.class, log::force);
        assertEquals(NEXT, log.write(encoded));
        assertThrows(IllegalStateException.class, () -> log.write(encoded));
        assertThrows(IllegalStateException.class, log::end);
        log.force();
        log.end();
        assertThrows(IllegalStateException.class, () -> LogFolder.append(log, encoded, NEXT));
        assertThrows(IllegalStateException.class, log::end);
        log.close();
        assertThrows(IllegalStateException.class, () -> LogFolder.append(log, encoded, NEXT));
        LogPosition tail = folder.read(new Operation.Recorder());
        assertEquals(folder.tail(log.length(), log.length() - FrameHeader.SIZE, NEXT, true), tail);
        assertThrows(
                IllegalArgumentException.class, () -> Log.LogWriter.resume(folder.directory, tail, LogFolder.SCHEME));
    }

    // A buffer refuses what a reader would refuse.

    private static void check(List<Operation> expected, CommitBuffer buffer) throws IOException {
        Operation.Recorder sink = new Operation.Recorder();
        buffer.read(sink);
        assertEquals(expected, sink.open);
        assertEquals(List.of(), sink.commits);
        assertEquals(expected.stream().mapToLong(o -> o.document().n()).sum(), buffer.postings());
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
            public void add(LoggedDocument document) {}
        };
        CommitBuffer buffer = new CommitBuffer(40, false);
        buffer.add(new LoggedDocument(
                ID, 0, NONE, new long[0], NO_FREQUENCIES, 0, new TextEncoder().encode(ID), DocumentDate.NONE));
        buffer.delete(ID);
        buffer.read(storing);
        buffer.add(new LoggedDocument(ID, 0, NONE, new long[0], NO_FREQUENCIES, 0));
        assertDamaged("a document has no text", buffer, storing);
        buffer.clear();
        buffer.add(new LoggedDocument(
                ID, 0, NONE, new long[0], NO_FREQUENCIES, 0, new byte[] {1, 'a', 'b'}, DocumentDate.NONE));
        assertDamaged("a text: it has 1 bytes in 2", buffer, storing);
    }

    private static void assertDamaged(String why, CommitBuffer buffer, LogSink sink) {
        assertMessage(IllegalStateException.class, why, () -> buffer.read(sink));
    }

    @Test
    void refusesInvalidArguments() {
        CommitBuffer plain = new CommitBuffer(40, false);
        CommitBuffer counted = new CommitBuffer(64, true);
        List<Executable> wrong = List.of(
                () -> plain.add(new LoggedDocument(NONE, 1, NONE, new long[1], NO_FREQUENCIES, 1)),
                () -> plain.add(new LoggedDocument(new byte[65_536], 1, NONE, new long[1], NO_FREQUENCIES, 1)),
                () -> plain.delete(NONE),
                () -> plain.delete(new byte[65_536]),
                () -> plain.add(new LoggedDocument(ID, -1, NONE, new long[1], NO_FREQUENCIES, 1)),
                () -> plain.add(new LoggedDocument(ID, 1, NONE, new long[1], NO_FREQUENCIES, 2)),
                () -> plain.add(new LoggedDocument(ID, 1, NONE, new long[1], NO_FREQUENCIES, -1)),
                () -> plain.add(new LoggedDocument(ID, 1, NONE, new long[1], new int[1], 1)),
                () -> plain.add(new LoggedDocument(ID, 1, NONE, new long[] {5, 5}, NO_FREQUENCIES, 2)),
                () -> plain.add(new LoggedDocument(ID, 1, NONE, new long[] {5, 4}, NO_FREQUENCIES, 2)),
                () -> plain.add(new LoggedDocument(ID, 1, NONE, new long[] {5, 1L << 40}, NO_FREQUENCIES, 2)),
                () -> plain.add(new LoggedDocument(ID, 1, NONE, new long[] {-1}, NO_FREQUENCIES, 1)),
                () -> counted.add(new LoggedDocument(ID, 1, NONE, new long[] {-1, 1}, new int[] {1, 1}, 2)),
                () -> counted.add(new LoggedDocument(ID, 1, NONE, new long[] {1, -1}, new int[] {1, 0}, 2)),
                () -> counted.add(new LoggedDocument(ID, 1, NONE, new long[] {1, -1}, new int[] {1}, 2)),
                () -> new CommitBuffer(31, false),
                () -> new CommitBuffer(65, false));
        wrong.forEach(w -> assertTrue(
                !assertThrows(IllegalArgumentException.class, w).getMessage().isEmpty()));
        assertEquals(0, plain.bytes() + counted.bytes());
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
                IllegalStateException.class,
                () -> buffer.add(new LoggedDocument(ID, 1, new byte[500], new long[0], NO_FREQUENCIES, 0)));
        assertEquals(bytes, buffer.bytes());
        check(List.of(Operation.delete(new byte[500])), buffer);
        CommitBuffer large = new CommitBuffer(40, false);
        for (int i = 0; i < 20; i++) {
            large.delete(new byte[65_535]);
        }
        large.clear();
        check(List.of(), large);
    }

    // A reader returns the commits that were written.

    private static final long SALT = 0x0123456789ABCDEFL;

    /** A header, the frame of a commit with its operations, and an END frame. */
    private static final String LOG = "57484f524c4c4f47010000004000000002000000000000000900000000000000"
            + "efcdab8967452301a996684b000000000000000000000000000000009bc5ecac"
            + "5748465201000000190000003cc1ac280a000000000000009f13100c"
            + "01026964ac0201070201000000007698badcfe018201020178"
            + "574846520200000000000000000000000a00000000000000c9660d08";

    @Property(tries = 40)
    void returnsEveryCommit(
            @ForAll long seed, @ForAll @IntRange(min = 32, max = 64) int bits, @ForAll boolean frequencies)
            throws IOException {
        for (long each : LongForm.seeds(seed, 3)) {
            end();
            begin();
            assertReturned(each, bits, frequencies);
        }
    }

    private void assertReturned(long seed, int bits, boolean frequencies) throws IOException {
        Path folder = directory;
        Random random = new Random(seed);
        Scheme scheme = Scheme.builder().bits(bits).frequencies(frequencies).build();
        List<List<Operation>> commits = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        long before = random.nextInt(1_000);
        CommitBuffer buffer = new CommitBuffer(bits, frequencies);
        Log.LogWriter log = Log.LogWriter.create(folder, 3, scheme, before);
        for (int i = 0, n = random.nextInt(8); i < n; i++) {
            starts.add(log.length());
            List<Operation> commit = Operation.commit(random, bits, frequencies, random.nextInt(6), 200);
            List<Operation> rest = Operation.commit(random, bits, frequencies, random.nextInt(6), i == 3 ? 40_000 : 9);
            buffer.clear();
            check(List.of(), buffer);
            assertEquals(0, buffer.bytes());
            commit.forEach(o -> o.to(buffer));
            CommitBuffer appended = Operation.encode(rest, bits, frequencies);
            buffer.append(appended);
            check(rest, appended);
            commit.addAll(rest);
            check(commit, buffer);
            LogFolder.append(log, buffer, before + i + 1);
            commits.add(commit);
            if (random.nextInt(3) == 0) {
                log.close();
                log = Log.LogWriter.resume(
                        folder,
                        Log.read(folder, LogPosition.start(3, before), scheme, new Operation.Recorder()),
                        scheme);
            }
        }
        Path file = Log.path(folder, 3);
        long last = starts.isEmpty() ? 0 : starts.get(starts.size() - 1);
        starts.add(log.length());
        for (int i = 0; i < starts.size(); i++) {
            Operation.Recorder sink = new Operation.Recorder();
            long previous = i == 0 ? 0 : starts.get(i - 1);
            LogPosition position = LogFolder.tail(file, 3, starts.get(i), previous, before + i, false);
            LogPosition tail = Log.read(folder, position, scheme, sink);
            assertEquals(LogFolder.tail(file, 3, log.length(), last, before + commits.size(), false), tail);
            assertEquals(commits.subList(i, commits.size()), sink.commits);
            assertEquals(
                    LongStream.rangeClosed(before + i + 1, before + commits.size())
                            .boxed()
                            .toList(),
                    sink.sequences);
            assertEquals(List.of(), sink.open);
        }
        log.close();
    }

    @Test
    void refusesPlacesThatAreNotBehindAFrame() throws IOException {
        LogFolder folder = LogFolder.small(trip, false);
        for (int frame = 0; frame <= folder.commits.size(); frame++) {
            LogPosition position = folder.behind(frame);
            Operation.Recorder sink = new Operation.Recorder();
            Log.read(trip, position, LogFolder.SCHEME, sink);
            assertEquals(folder.commits.subList(frame, folder.commits.size()), sink.commits);
            for (int by : new int[] {1, 28, 100_000}) {
                refuses(folder, moved(position, by, 0, 0, 0));
                if (frame > 0) {
                    refuses(folder, moved(position, by, by, 0, 0));
                    refuses(folder, moved(position, 0, 0, by, 0));
                    refuses(folder, moved(position, 0, 0, 0, by));
                }
            }
        }
    }

    private static LogPosition moved(LogPosition from, int offset, int last, int mark, int after) {
        return new LogPosition(
                from.log(),
                from.offset() + offset,
                from.last() + last,
                from.mark() + mark,
                from.sequence() + after,
                false);
    }

    private void refuses(LogFolder folder, LogPosition position) {
        Operation.Recorder sink = new Operation.Recorder();
        TestFiles.assertDamaged(folder.file, () -> Log.read(trip, position, LogFolder.SCHEME, sink));
        assertEquals(List.of(), sink.commits);
    }

    /** The same commits in a log with another salt: another writer made it. */
    @Test
    void refusesAPlaceOfAnotherLog() throws IOException {
        LogPosition position = LogFolder.small(trip, false).behind(2);
        Files.delete(Log.path(trip, LogFolder.NUMBER));
        LogFolder other = LogFolder.small(trip, false);
        assertEquals(position.last(), other.behind(2).last());
        refuses(other, position);
    }

    @Test
    void refusesAnotherLogAndAnotherScheme() throws IOException {
        LogFolder folder = LogFolder.small(trip, false);
        Operation.Recorder sink = new Operation.Recorder();
        assertThrows(
                NoSuchFileException.class,
                () -> Log.read(trip, LogPosition.start(8, LogFolder.BEFORE), LogFolder.SCHEME, sink));
        Files.copy(folder.file, Log.path(trip, 8));
        assertThrows(
                CorruptIndexException.class,
                () -> Log.read(trip, LogPosition.start(8, LogFolder.BEFORE), LogFolder.SCHEME, sink));
        assertEquals(List.of(7L, 8L), Log.numbers(trip));
        for (Scheme other : List.of(
                LogFolder.SCHEME.toBuilder().bits(41).build(),
                LogFolder.SCHEME.toBuilder().frequencies(false).build(),
                LogFolder.SCHEME.toBuilder().granularity(9).build())) {
            assertThrows(
                    CorruptIndexException.class,
                    () -> Log.read(trip, LogPosition.start(LogFolder.NUMBER, LogFolder.BEFORE), other, sink));
        }
        assertEquals(List.of(), sink.commits);
        assertThrows(FileAlreadyExistsException.class, () -> Log.LogWriter.create(trip, 7, LogFolder.SCHEME, 0));
        assertEquals(4, folder.read(sink).sequence() - LogFolder.BEFORE);
    }

    // Pins the bytes of a log to the format in docs/FORMAT.md.

    @Test
    void bytesFollowTheFormat() throws IOException {
        Scheme scheme = Scheme.builder().bits(40).frequencies(true).build();
        Path file = Log.path(trip, 2);
        Log.LogHeader header = Log.LogHeader.of(2, 9, SALT, scheme);
        Files.write(file, header.encode().array());
        CommitBuffer commit = new CommitBuffer(40, true);
        commit.add(new LoggedDocument(
                new byte[] {'i', 'd'}, 300, new byte[] {7}, new long[] {1, 0xFEDCBA9876L}, new int[] {1, 130}, 2));
        commit.delete(new byte[] {'x'});
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        try (Log.LogWriter log = new Log.LogWriter(trip, channel, header, Log.LogHeader.SIZE, 9)) {
            LogFolder.append(log, commit, 10);
            log.end();
        }
        assertEquals(LOG, HexFormat.of().formatHex(Files.readAllBytes(file)));
        assertEquals(
                LogFolder.tail(file, 2, Files.size(file), Files.size(file) - FrameHeader.SIZE, 10, true),
                Log.read(trip, LogPosition.start(2, 9), scheme, new Operation.Recorder()));
    }

    // A log truncated by a crash is read up to its last complete commit. A damaged log is refused or read up to the
    // damage. Neither gives wrong operations.

    /** The distance of the bytes at which a log is truncated, and of the bits that are flipped. */
    private static final int STEP = LongForm.of(7, 1);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void truncatedLogReturnsItsCompleteCommits(boolean ended) throws IOException {
        LogFolder folder = LogFolder.small(trip, ended);
        byte[] whole = folder.bytes();
        for (int length = 0; length < whole.length; length += STEP) {
            Files.write(folder.file, Arrays.copyOf(whole, length));
            Operation.Recorder sink = new Operation.Recorder();
            if (length < Log.LogHeader.SIZE) {
                assertThrows(CorruptIndexException.class, () -> folder.read(sink));
            } else {
                assertTail(folder, length, folder.read(sink), sink);
            }
        }
    }

    /** Checks that the reader returned the longest prefix of complete commits in so many bytes. */
    private static void assertTail(LogFolder folder, long length, LogPosition tail, Operation.Recorder sink)
            throws IOException {
        int frames = (int) folder.ends.stream().filter(e -> e <= length).count() - 1;
        int commits = Math.min(frames, folder.commits.size());
        long end = folder.ends.get(frames);
        long last = frames == 0 ? 0 : folder.ends.get(frames - 1);
        assertEquals(folder.tail(end, last, LogFolder.BEFORE + commits, frames > commits), tail);
        assertEquals(folder.commits.subList(0, commits), sink.commits);
        assertTrue(sink.open.isEmpty());
    }

    @Test
    void flippedBitNeverGivesAWrongOperation() throws IOException {
        LogFolder folder = LogFolder.small(trip, true);
        byte[] whole = folder.bytes();
        int lastFrame = folder.ends.get(folder.ends.size() - 2).intValue();
        int read = 0;
        int ofLastFrame = 0;
        for (int bit = 0; bit < whole.length * 8; bit += STEP) {
            ofLastFrame += bit >= lastFrame * 8 ? 1 : 0;
            Files.write(folder.file, TestFiles.flipped(whole, bit));
            Operation.Recorder sink = new Operation.Recorder();
            try {
                LogPosition tail = folder.read(sink);
                read++;
                // Only the last frame can be mistaken for an unfinished one.
                assertTail(folder, lastFrame, tail, sink);
            } catch (CorruptIndexException e) {
                assertEquals(folder.file, e.file());
                assertTrue(sink.commits.equals(folder.commits.subList(0, sink.commits.size())));
                assertTrue(sink.open.isEmpty(), "frames with wrong checksums are not decoded");
            }
        }
        assertEquals(ofLastFrame, read);
    }

    private static CorruptIndexException refused(LogFolder folder) {
        return assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
    }

    /**
     * The end of a write that was cut off is ignored, whatever it looks like: an id can contain any bytes, but nobody
     * knows the salt. A length beyond the end of the file means that the end of the frame was not written.
     */
    @Test
    void aTornTailIsIgnoredAndFramesOutOfOrderAreDamage() throws IOException {
        byte[] end = forged.frame(FrameHeader.END, 0, NEXT - 1, NONE);
        byte[] next = forged.frame(FrameHeader.COMMIT, 0, NEXT, NONE);
        List<byte[]> torn = new ArrayList<>();
        torn.add(new FrameHeader(FrameHeader.COMMIT, 0, NEXT, 0).encode(forged.salt() + 1));
        for (int length : new int[] {Integer.MAX_VALUE, 1 << 30, 101, -1, Integer.MIN_VALUE}) {
            torn.add(forged.frame(FrameHeader.COMMIT, length, NEXT, new byte[100]));
        }
        Random random = new Random(1);
        for (int length : new int[] {1, 27, 28, 29, 1_000, 200_000}) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            ByteBuffer beginnings = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            while (beginnings.remaining() >= 4) {
                beginnings.putInt(FrameHeader.MAGIC);
            }
            torn.addAll(List.of(new byte[length], noise, beginnings.array()));
        }
        for (byte[] tail : torn) {
            Files.write(forged.file, concat(wholeForged, tail));
            Operation.Recorder sink = new Operation.Recorder();
            assertEquals(forged.tail(wholeForged.length, forged.last(), NEXT - 1, false), forged.read(sink));
            assertEquals(forged.commits, sink.commits);
        }
        Files.write(forged.file, concat(wholeForged, end, new byte[1_000]));
        assertEquals(
                wholeForged.length + end.length,
                forged.read(new Operation.Recorder()).offset());
        for (byte[] damage : List.of(
                forged.frame(FrameHeader.COMMIT, 0, NEXT - 1, NONE),
                forged.frame(FrameHeader.COMMIT, 0, NEXT + 1, NONE),
                forged.frame(FrameHeader.END, 0, NEXT, NONE),
                forged.frame(FrameHeader.END, 1, NEXT - 1, new byte[1]),
                forged.frame(3, 0, NEXT, NONE),
                forged.frame(0, 0, NEXT, NONE),
                concat(new byte[] {9}, next))) {
            Files.write(forged.file, concat(wholeForged, damage));
            assertEquals(wholeForged.length, refused(forged).offset());
        }
        for (byte[] after : List.of(next, end, concat(new byte[] {1}, next))) {
            Files.write(forged.file, concat(wholeForged, end, after));
            refused(forged);
        }
        Files.write(forged.file, concat(wholeForged, torn.get(1)));
        LogPosition position =
                new LogPosition(LogFolder.NUMBER, wholeForged.length + 128, wholeForged.length, 0, NEXT, false);
        assertThrows(
                CorruptIndexException.class,
                () -> Log.read(forged.directory, position, LogFolder.SCHEME, new Operation.Recorder()));
    }

    /**
     * The later frame is far behind the damage, at the boundaries of the search buffer, and only its header is intact.
     */
    @Test
    @Timeout(60)
    void laterFrameRevealsDamage() throws IOException {
        LogFolder folder = LogFolder.small(trip, false);
        byte[] whole = folder.bytes();
        byte[] later = folder.frame(FrameHeader.COMMIT, 1 << 20, LogFolder.BEFORE + 6, new byte[0]);
        for (int gap : new int[] {1, 65_507, 65_508, 65_520, 65_535, 65_536, 65_537, 300_000}) {
            Files.write(folder.file, concat(whole, new byte[gap], later));
            CorruptIndexException e = refused(folder);
            assertEquals(whole.length, e.offset());
            assertTrue(e.reason().contains("byte " + (whole.length + gap)), e.reason());
        }
    }

    @Test
    void newerVersionIsRefused() throws IOException {
        LogFolder folder = LogFolder.small(trip, false);
        byte[] bytes = folder.bytes();
        ByteBuffer header =
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 2);
        header.putInt(60, Checksum.of(bytes, 0, 60));
        Files.write(folder.file, bytes);
        assertReason(RefusedException.Reason.VERSION, () -> folder.read(new Operation.Recorder()));
    }

    // Frames with valid checksums and invalid content are refused before memory is allocated.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00",
                "03",
                "06",
                "ff", // unknown operation
                "02",
                "0200",
                "020261",
                "02ffff03", // ids that are missing, empty, truncated, or too long
                "02ffffffffffffffff7f",
                "02ffffffffffffffffff01", // an id of 2^63 - 1 bytes, and a length that does not end
                "01016100ff", // missing extra
                "01016100ffffffffffffffff7f",
                "0101610000ffffffff07", // 2^31 - 1 and 2^63 - 1 missing minutiae
                "0101610000ffffffffffffffff7f",
                "01016100000101000000000000",
                "0101610000010100000000", // a frequency of 0, and a missing frequency
                "010161000001010000000080808080" + "10", // a frequency of 2^32
                "0101610000020200000000010000000001" + "01", // descending minutiae
                "0101610000020100000000010000000001" + "01", // a repeated minutia
                "010161",
                "0101610000", // the frame ends within an operation
            })
    void invalidOperationsAreRefused(String payload) throws IOException {
        byte[] bytes = HexFormat.of().parseHex(payload);
        Files.write(forged.file, concat(wholeForged, forged.frame(FrameHeader.COMMIT, bytes.length, NEXT, bytes)));
        Operation.Recorder sink = new Operation.Recorder();
        CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> forged.read(sink));
        assertTrue(e.offset() >= wholeForged.length + FrameHeader.SIZE, e.getMessage());
        assertTrue(e.offset() <= wholeForged.length + FrameHeader.SIZE + bytes.length, e.getMessage());
        assertEquals(forged.commits, sink.commits);
    }

    /** W is not a multiple of eight, so five bytes can hold a larger number. */
    @Test
    void minutiaWithTooManyBitsIsRefused() throws IOException {
        var scheme = LogFolder.SCHEME.toBuilder().bits(35).build();
        try (Log.LogWriter log = Log.LogWriter.create(trip, 9, scheme, 0)) {
            assertEquals(Log.LogHeader.SIZE, log.length());
        }
        Path file = Log.path(trip, 9);
        byte[] header = Files.readAllBytes(file);
        LogFolder other = new LogFolder(trip);
        Files.copy(file, other.file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        for (String last : new String[] {"07", "08"}) {
            byte[] payload = HexFormat.of().parseHex("0101610000" + "01ffffffff" + last + "01");
            Files.write(file, concat(header, other.frame(FrameHeader.COMMIT, payload.length, 1, payload)));
            Operation.Recorder sink = new Operation.Recorder();
            if (last.equals("07")) {
                Log.read(trip, LogPosition.start(9, 0), scheme, sink);
                assertEquals(
                        (1L << 35) - 1, sink.commits.get(0).get(0).document().minutiae()[0]);
            } else {
                assertThrows(CorruptIndexException.class, () -> Log.read(trip, LogPosition.start(9, 0), scheme, sink));
            }
        }
    }

    @Test
    void randomBytesAreDecodedOrRefused() throws IOException {
        Random random = new Random(11);
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] payload = new byte[random.nextInt(60)];
            for (int j = 0; j < payload.length; j++) {
                payload[j] = (byte) (random.nextInt(3) == 0 ? random.nextInt() : 1 + random.nextInt(2));
            }
            Files.write(
                    forged.file, concat(wholeForged, forged.frame(FrameHeader.COMMIT, payload.length, NEXT, payload)));
            Operation.Recorder sink = new Operation.Recorder();
            try {
                forged.read(sink);
                // The writer accepts everything that the reader accepts.
                Operation.encode(sink.commits.get(4), 40, true);
            } catch (CorruptIndexException e) {
                refused++;
            }
        }
        assertTrue(refused > 1_000 && refused < 2_000, "refused " + refused);
    }
}

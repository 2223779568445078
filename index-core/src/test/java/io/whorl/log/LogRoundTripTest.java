package io.whorl.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LongForm;
import io.whorl.log.LogFolder.Operation;
import io.whorl.log.LogHeader.FrameHeader;
import io.whorl.log.LogReader.LogPlace;
import io.whorl.log.LogReader.LogTail;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A reader returns the commits that were written. */
class LogRoundTripTest {
    @TempDir
    Path directory;

    private static final long SALT = 0x0123456789ABCDEFL;

    /** A header, the frame of a commit with its operations, and an END frame. */
    private static final String LOG = "57484f524c4c4f47010000002800000002000000000000000900000000000000"
            + "efcdab896745230101000000a996684b000000000000000000000000d025d662"
            + "5748465201000000190000003cc1ac280a000000000000009f13100c"
            + "01026964ac0201070201000000007698badcfe018201020178"
            + "574846520200000000000000000000000a00000000000000c9660d08";

    private static final String NOTE =
            "57484f524c454e44010000000200000000000000efcdab896745230191000000000000004fb2b458";
    private static final int COMMITS = 150;

    @Property(tries = 40)
    void returnsEveryCommit(
            @ForAll long seed, @ForAll @IntRange(min = 32, max = 64) int bits, @ForAll boolean frequencies)
            throws IOException {
        for (long each : LongForm.seeds(seed, 3)) {
            assertReturned(each, bits, frequencies);
        }
    }

    private static void assertReturned(long seed, int bits, boolean frequencies) throws IOException {
        Path folder = Files.createTempDirectory("log");
        Random random = new Random(seed);
        Scheme scheme = Scheme.builder().bits(bits).frequencies(frequencies).build();
        List<List<Operation>> commits = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        long before = random.nextInt(1_000);
        LogWriter log = LogWriter.create(folder, 3, scheme, before);
        for (int i = 0, n = random.nextInt(8); i < n; i++) {
            starts.add(log.length());
            commits.add(Operation.commit(random, bits, frequencies, random.nextInt(6), i == 3 ? 40_000 : 200));
            log.append(Operation.encode(commits.get(i), bits, frequencies), before + i + 1);
            if (random.nextInt(3) == 0) {
                log.close();
                log = LogWriter.resume(folder, LogReader.read(folder, 3, scheme, new Operation.Recorder()), scheme);
            }
        }
        Path file = LogFiles.path(folder, 3);
        long last = starts.isEmpty() ? 0 : starts.get(starts.size() - 1);
        starts.add(log.length());
        for (int i = 0; i < starts.size(); i++) {
            Operation.Recorder sink = new Operation.Recorder();
            long previous = i == 0 ? 0 : starts.get(i - 1);
            LogPlace place = LogPlace.end(LogFolder.tail(file, 3, starts.get(i), previous, before + i, false));
            LogTail tail = LogReader.read(folder, place, scheme, sink);
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
        for (String name : List.of("log-000003.wal", "CLOSED")) {
            Files.deleteIfExists(folder.resolve(name));
        }
        Files.delete(folder);
    }

    @Test
    void offsetZeroReadsFromTheFirstFrame() throws IOException {
        LogFolder folder = LogFolder.small(directory, true, false);
        Operation.Recorder sink = new Operation.Recorder();
        folder.read(sink);
        assertEquals(folder.commits, sink.commits);
    }

    @Test
    void refusesPlacesThatAreNotBehindAFrame() throws IOException {
        LogFolder folder = LogFolder.small(directory, false, false);
        for (int frame = 0; frame <= folder.commits.size(); frame++) {
            LogPlace place = folder.behind(frame);
            Operation.Recorder sink = new Operation.Recorder();
            LogReader.read(directory, place, LogFolder.SCHEME, sink);
            assertEquals(folder.commits.subList(frame, folder.commits.size()), sink.commits);
            for (int by : new int[] {1, 28, 100_000}) {
                refuses(folder, moved(place, by, 0, 0, 0));
                if (frame > 0) {
                    refuses(folder, moved(place, by, by, 0, 0));
                    refuses(folder, moved(place, 0, 0, by, 0));
                    refuses(folder, moved(place, 0, 0, 0, by));
                }
            }
        }
        assertThrows(IllegalArgumentException.class, () -> new LogPlace(LogFolder.NUMBER, 64, 64, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new LogPlace(LogFolder.NUMBER, -1, 0, 0, 0));
    }

    private static LogPlace moved(LogPlace from, int offset, int last, int mark, int after) {
        return new LogPlace(
                from.log(), from.offset() + offset, from.last() + last, from.mark() + mark, from.after() + after);
    }

    private void refuses(LogFolder folder, LogPlace place) {
        Operation.Recorder sink = new Operation.Recorder();
        CorruptIndexException e = assertThrows(
                CorruptIndexException.class, () -> LogReader.read(directory, place, LogFolder.SCHEME, sink));
        assertEquals(folder.file, e.file());
        assertEquals(List.of(), sink.commits);
    }

    /** The same commits in a log with another salt: another writer made it. */
    @Test
    void refusesAPlaceOfAnotherLog() throws IOException {
        LogPlace place = LogFolder.small(directory, false, false).behind(2);
        Files.delete(LogFiles.path(directory, LogFolder.NUMBER));
        LogFolder other = LogFolder.small(directory, false, false);
        assertEquals(place.last(), other.behind(2).last());
        refuses(other, place);
    }

    @Test
    void endFrameEndsTheLog() throws IOException {
        LogFolder folder = LogFolder.small(directory, true, true);
        Operation.Recorder sink = new Operation.Recorder();
        LogTail tail = folder.read(sink);
        assertEquals(folder.tail(Files.size(folder.file), folder.last(), LogFolder.BEFORE + 4, true), tail);
        assertEquals(folder.commits, sink.commits);
        assertThrows(IllegalArgumentException.class, () -> LogWriter.resume(directory, tail, LogFolder.SCHEME));
    }

    @Test
    void refusesAnotherLogAndAnotherScheme() throws IOException {
        LogFolder folder = LogFolder.small(directory, false, false);
        Operation.Recorder sink = new Operation.Recorder();
        assertThrows(NoSuchFileException.class, () -> LogReader.read(directory, 8, LogFolder.SCHEME, sink));
        Files.copy(folder.file, LogFiles.path(directory, 8));
        assertThrows(CorruptIndexException.class, () -> LogReader.read(directory, 8, LogFolder.SCHEME, sink));
        assertEquals(List.of(7L, 8L), LogFiles.numbers(directory));
        for (Scheme other : List.of(
                LogFolder.SCHEME.toBuilder().bits(41).build(),
                LogFolder.SCHEME.toBuilder().frequencies(false).build(),
                LogFolder.SCHEME.toBuilder().granularity(9).build())) {
            assertThrows(CorruptIndexException.class, () -> LogReader.read(directory, LogFolder.NUMBER, other, sink));
        }
        assertEquals(List.of(), sink.commits);
        assertThrows(FileAlreadyExistsException.class, () -> LogWriter.create(directory, 7, LogFolder.SCHEME, 0));
        assertEquals(4, folder.read(sink).sequence() - LogFolder.BEFORE);
    }

    // Pins the bytes of a log to the format in docs/FORMAT.md.

    @Test
    void bytesFollowTheFormat() throws IOException {
        Scheme scheme = Scheme.builder().bits(40).frequencies(true).build();
        Path file = LogFiles.path(directory, 2);
        LogHeader header = LogHeader.of(2, 9, SALT, scheme);
        Files.write(file, header.encode().array());
        CommitBuffer commit = new CommitBuffer(40, true);
        commit.add(new LoggedDocument(
                new byte[] {'i', 'd'}, 300, new byte[] {7}, new long[] {1, 0xFEDCBA9876L}, new int[] {1, 130}, 2));
        commit.delete(new byte[] {'x'});
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        try (LogWriter log = new LogWriter(directory, channel, header, LogHeader.SIZE, 9)) {
            log.append(commit, 10);
            log.end(10);
        }
        assertEquals(LOG, HexFormat.of().formatHex(Files.readAllBytes(file)));
        assertEquals(NOTE, HexFormat.of().formatHex(Files.readAllBytes(directory.resolve("CLOSED"))));
        assertEquals(
                LogFolder.tail(file, 2, Files.size(file), Files.size(file) - FrameHeader.SIZE, 10, true),
                LogReader.read(directory, 2, scheme, new Operation.Recorder()));
    }

    // A reader that runs during writes sees complete commits, and all that were durable when it started.

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void seesOnlyCompletePrefixes() throws IOException, InterruptedException, ExecutionException {
        List<List<Operation>> commits = new ArrayList<>();
        Random random = new Random(2);
        for (int i = 0; i < COMMITS; i++) {
            commits.add(Operation.commit(random, 40, true, random.nextInt(4), i % 10 == 0 ? 20_000 : 300));
        }
        AtomicInteger durable = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        LogWriter first = LogWriter.create(directory, LogFolder.NUMBER, LogFolder.SCHEME, LogFolder.BEFORE);
        CompletableFuture<Integer> reads = CompletableFuture.supplyAsync(() -> {
            int n = 0;
            for (boolean last = false; !last; n++) {
                last = done.get();
                int before = durable.get();
                Operation.Recorder sink = new Operation.Recorder();
                try {
                    LogReader.read(directory, LogFolder.NUMBER, LogFolder.SCHEME, sink);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                assertTrue(sink.commits.size() >= before);
                assertEquals(commits.subList(0, sink.commits.size()), sink.commits);
                assertTrue(sink.open.isEmpty());
            }
            return n;
        });
        LogWriter log = first;
        for (int i = 0; i < COMMITS; i++) {
            log.append(Operation.encode(commits.get(i), 40, true), LogFolder.BEFORE + i + 1);
            durable.set(i + 1);
            if (i % 20 == 19) {
                // The record of a close never promises more bytes than a reader finds that read the record before.
                LogTail tail = new LogTail(LogFolder.NUMBER, log.length(), 0, 0, LogFolder.BEFORE + i + 1, false, 0);
                log.close();
                log = LogWriter.resume(directory, tail, LogFolder.SCHEME);
            }
        }
        log.close();
        done.set(true);
        assertTrue(reads.get() > 1);
    }
}

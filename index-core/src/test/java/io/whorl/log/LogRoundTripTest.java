package io.whorl.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.CorruptIndexException;
import io.whorl.LongForm;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader returns the commits that were written. */
class LogRoundTripTest {
    @TempDir
    Path directory;

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
}

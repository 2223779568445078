package io.whorl.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LogFailedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the writer on a disk that fails, and when it resumes a log. */
class LogWriterTest {
    private static final long NEXT = LogFolder.BEFORE + 5;

    @TempDir
    Path directory;

    private LogFolder folder;
    private FailingChannel disk;
    private LogWriter log;
    private final List<Operation> commit = Operation.commit(new Random(5), 40, true, 30, 3_000);
    private final CommitBuffer encoded = Operation.encode(commit, 40, true);

    @BeforeEach
    void open() throws IOException {
        folder = LogFolder.small(directory, false, false);
        disk = new FailingChannel(FileChannel.open(folder.file, StandardOpenOption.WRITE));
        log = new LogWriter(
                directory,
                disk,
                LogHeader.of(LogFolder.NUMBER, LogFolder.BEFORE, folder.salt(), LogFolder.SCHEME),
                Files.size(folder.file),
                NEXT - 1);
    }

    @Test
    void fullDiskLeavesTheLogUnchanged() throws IOException {
        byte[] before = folder.bytes();
        assertTrue(encoded.bytes() > 3 * ByteBlocks.BLOCK);
        for (long room : new long[] {0, 1, 27, 28, 29, 65_535, 65_536, 65_537, 100_000, encoded.bytes() + 27}) {
            disk.room = room;
            assertEquals(
                    "No space left on device",
                    assertThrows(IOException.class, () -> log.append(encoded, NEXT))
                            .getMessage());
            assertTrue(Arrays.equals(before, folder.bytes()));
            assertEquals(before.length, log.length());
            assertEquals(0, disk.forces);
        }
        disk.room = encoded.bytes() + 28;
        log.append(encoded, NEXT);
        assertEquals(0, disk.room);
        assertThrows(IOException.class, () -> log.end(NEXT));
        disk.room = 28;
        log.end(NEXT);
        assertEquals(2, disk.forces);
        folder.commits.add(commit);
        Operation.Recorder sink = new Operation.Recorder();
        assertEquals(folder.tail(log.length(), log.length() - FrameHeader.SIZE, NEXT, true), folder.read(sink));
        assertEquals(folder.commits, sink.commits);
    }

    @Test
    void failedForcePoisonsTheWriter() throws IOException {
        long length = log.length();
        disk.failForce = true;
        assertPoisoned("force", length);
    }

    @Test
    void failedTruncatePoisonsTheWriter() throws IOException {
        long length = log.length();
        disk.room = 10_000;
        disk.failTruncate = true;
        assertPoisoned("truncate", length);
        Operation.Recorder sink = new Operation.Recorder();
        assertEquals(folder.tail(length, folder.last(), NEXT - 1, false), folder.read(sink));
        assertEquals(folder.commits, sink.commits);
    }

    private void assertPoisoned(String call, long length) throws IOException {
        LogFailedException e = assertThrows(LogFailedException.class, () -> log.append(encoded, NEXT));
        assertTrue(e.getMessage().contains("Input/output error of " + call), e.getMessage());
        assertEquals(folder.file, e.log());
        disk.failForce = false;
        disk.failTruncate = false;
        disk.room = Long.MAX_VALUE;
        assertThrows(LogFailedException.class, () -> log.append(encoded, NEXT));
        assertThrows(LogFailedException.class, () -> log.end(NEXT - 1));
        assertEquals(length, log.length());
        log.close();
        assertFalse(disk.isOpen());
        assertFalse(Files.exists(directory.resolve(LogHeader.CloseRecord.NAME)), "the contents of the log are unknown");
    }

    @Test
    void resumesAfterATornTail() throws IOException {
        log.append(encoded, NEXT);
        folder.commits.add(commit);
        byte[] whole = folder.bytes();
        for (int torn : new int[] {1, 27, 28, 100, 70_000, (int) encoded.bytes() + 27}) {
            Files.write(folder.file, Arrays.copyOf(whole, whole.length - torn));
            LogTail tail = folder.read(new Operation.Recorder());
            assertEquals(whole.length - torn, tail.end() + tail.torn());
            LogWriter again = LogWriter.resume(directory, tail, LogFolder.SCHEME);
            assertEquals(tail.end(), Files.size(folder.file));
            assertEquals(tail.end(), again.length());
            again.append(encoded, NEXT);
            assertTrue(Arrays.equals(whole, folder.bytes()), "the frame replaces the torn one");
        }
        LogTail tail = folder.read(new Operation.Recorder());
        Files.write(folder.file, Arrays.copyOf(whole, whole.length - 1));
        assertThrows(CorruptIndexException.class, () -> LogWriter.resume(directory, tail, LogFolder.SCHEME));
    }

    @Test
    void closeRecordStaysTrueWhenTheLogGrows() throws IOException {
        log.close();
        log.close();
        Path record = directory.resolve(LogHeader.CloseRecord.NAME);
        byte[] first = Files.readAllBytes(record);
        LogWriter again = LogWriter.resume(directory, folder.read(new Operation.Recorder()), LogFolder.SCHEME);
        again.append(encoded, NEXT);
        byte[] whole = folder.bytes();
        Files.write(folder.file, Arrays.copyOf(whole, whole.length - 1));
        assertEquals(NEXT - 1, folder.read(new Operation.Recorder()).sequence(), "this one was never closed cleanly");
        Files.write(folder.file, whole);
        again.close();
        assertFalse(Arrays.equals(first, Files.readAllBytes(record)));
        Files.write(folder.file, Arrays.copyOf(whole, whole.length - 1));
        assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
        assertFalse(Files.exists(directory.resolve("CLOSED.tmp")));
    }

    @Test
    void refusesCallsOutOfOrder() throws IOException {
        assertThrows(IllegalArgumentException.class, () -> log.append(encoded, NEXT - 1));
        assertThrows(IllegalArgumentException.class, () -> log.append(encoded, NEXT + 1));
        assertThrows(IllegalArgumentException.class, () -> log.append(new CommitBuffer(41, true), NEXT));
        assertThrows(IllegalArgumentException.class, () -> log.append(new CommitBuffer(40, false), NEXT));
        assertThrows(IllegalArgumentException.class, () -> log.end(NEXT));
        assertThrows(IllegalArgumentException.class, () -> LogWriter.create(directory, -1, LogFolder.SCHEME, 0));
        assertThrows(IllegalArgumentException.class, () -> LogWriter.create(directory, 1, LogFolder.SCHEME, -1));
        log.end(NEXT - 1);
        assertThrows(IllegalStateException.class, () -> log.append(encoded, NEXT));
        assertThrows(IllegalStateException.class, () -> log.end(NEXT - 1));
        log.close();
        assertThrows(IllegalStateException.class, () -> log.append(encoded, NEXT));
        assertTrue(folder.read(new Operation.Recorder()).ended());
    }
}

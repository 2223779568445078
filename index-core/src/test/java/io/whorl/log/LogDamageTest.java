package io.whorl.log;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LongForm;
import io.whorl.RefusedException;
import io.whorl.log.LogFolder.Operation;
import io.whorl.log.LogHeader.FrameHeader;
import io.whorl.log.LogReader.LogPlace;
import io.whorl.store.Checksum;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A log truncated by a crash is read up to its last complete commit. A damaged log is refused or read up to the damage.
 * Neither gives wrong operations.
 */
class LogDamageTest {
    /** The distance of the bytes at which a log is truncated, and of the bits that are flipped. */
    private static final int STEP = LongForm.of(7, 1);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void truncatedLogReturnsItsCompleteCommits(boolean closed, boolean ended) throws IOException {
        LogFolder folder = LogFolder.small(directory, closed, ended);
        byte[] whole = folder.bytes();
        for (int length = 0; length < whole.length; length += STEP) {
            Files.write(folder.file, Arrays.copyOf(whole, length));
            Operation.Recorder sink = new Operation.Recorder();
            if (closed || length < LogHeader.SIZE) {
                assertThrows(CorruptIndexException.class, () -> folder.read(sink));
            } else {
                assertTail(folder, length, folder.read(sink), sink);
            }
        }
    }

    /** Checks that the reader returned the longest prefix of complete commits in so many bytes. */
    private static void assertTail(LogFolder folder, long length, LogPlace tail, Operation.Recorder sink)
            throws IOException {
        int frames = (int) folder.ends.stream().filter(e -> e <= length).count() - 1;
        int commits = Math.min(frames, folder.commits.size());
        long end = folder.ends.get(frames);
        long last = frames == 0 ? 0 : folder.ends.get(frames - 1);
        assertEquals(folder.tail(end, last, LogFolder.BEFORE + commits, frames > commits), tail);
        assertEquals(folder.commits.subList(0, commits), sink.commits);
        assertTrue(sink.open.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void flippedBitNeverGivesAWrongOperation(boolean closed) throws IOException {
        LogFolder folder = LogFolder.small(directory, closed, true);
        byte[] whole = folder.bytes();
        int lastFrame = folder.ends.get(folder.ends.size() - 2).intValue();
        int read = 0;
        int ofLastFrame = 0;
        for (int bit = 0; bit < whole.length * 8; bit += STEP) {
            ofLastFrame += bit >= lastFrame * 8 ? 1 : 0;
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= 1 << bit % 8;
            Files.write(folder.file, flipped);
            Operation.Recorder sink = new Operation.Recorder();
            try {
                LogPlace tail = folder.read(sink);
                read++;
                // Only the last frame can be mistaken for an unfinished one.
                assertTail(folder, lastFrame, tail, sink);
            } catch (CorruptIndexException e) {
                assertEquals(folder.file, e.file());
                assertTrue(sink.commits.equals(folder.commits.subList(0, sink.commits.size())));
                assertTrue(sink.open.isEmpty(), "frames with wrong checksums are not decoded");
            }
        }
        assertEquals(closed ? 0 : ofLastFrame, read);
    }

    @Test
    void damagedCloseRecordIsRefused() throws IOException {
        LogFolder folder = LogFolder.small(directory, true, false);
        Path record = directory.resolve(LogHeader.CloseRecord.NAME);
        byte[] whole = Files.readAllBytes(record);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= 1 << bit % 8;
            Files.write(record, flipped);
            assertEquals(
                    record,
                    assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()))
                            .file());
        }
        for (int length = 0; length < whole.length + 2; length++) {
            if (length != whole.length) {
                Files.write(record, Arrays.copyOf(whole, length));
                assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
            }
        }
    }

    @Test
    void closeRecordOfAnotherLogIsIgnored() throws IOException {
        LogFolder folder = LogFolder.small(directory, true, false);
        Files.write(
                folder.file, Arrays.copyOf(folder.bytes(), folder.ends.get(2).intValue()));
        assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
        new LogHeader.CloseRecord(LogFolder.NUMBER, folder.salt() + 1, 1 << 20).write(directory);
        assertEquals(LogFolder.BEFORE + 2, folder.read(new Operation.Recorder()).sequence());
        new LogHeader.CloseRecord(LogFolder.NUMBER + 1, folder.salt(), 1 << 20).write(directory);
        assertEquals(LogFolder.BEFORE + 2, folder.read(new Operation.Recorder()).sequence());
    }

    @Test
    void garbageAfterTheLastFrameIsATornTail() throws IOException {
        LogFolder folder = LogFolder.small(directory, true, false);
        byte[] whole = folder.bytes();
        Random random = new Random(1);
        for (int length : new int[] {1, 27, 28, 29, 1_000, 200_000}) {
            byte[] garbage = new byte[length];
            for (int kind = 0; kind < 3; kind++) {
                if (kind == 1) {
                    random.nextBytes(garbage);
                } else if (kind == 2) {
                    // Only the first bytes of frames.
                    ByteBuffer b = ByteBuffer.wrap(garbage).order(ByteOrder.LITTLE_ENDIAN);
                    while (b.remaining() >= 4) {
                        b.putInt(FrameHeader.MAGIC);
                    }
                }
                Files.write(folder.file, join(whole, garbage));
                Operation.Recorder sink = new Operation.Recorder();
                LogPlace tail = folder.read(sink);
                assertEquals(whole.length, tail.offset());
                assertEquals(folder.commits, sink.commits);
            }
        }
    }

    /** An id can contain any bytes, but nobody knows the salt. */
    @Test
    void frameOfAnotherLogIsIgnored() throws IOException {
        LogFolder folder = LogFolder.small(directory, false, false);
        byte[] whole = folder.bytes();
        byte[] foreign = new FrameHeader(FrameHeader.COMMIT, 0, LogFolder.BEFORE + 5, 0).encode(folder.salt() + 1);
        Files.write(folder.file, join(whole, new byte[] {9}, foreign));
        assertEquals(whole.length, folder.read(new Operation.Recorder()).offset());
        byte[] own = new FrameHeader(FrameHeader.COMMIT, 0, LogFolder.BEFORE + 5, 0).encode(folder.salt());
        Files.write(folder.file, join(whole, new byte[] {9}, own));
        assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
    }

    /**
     * The later frame is far behind the damage, at the boundaries of the search buffer, and only its header is intact.
     */
    @Test
    @Timeout(60)
    void laterFrameRevealsDamage() throws IOException {
        LogFolder folder = LogFolder.small(directory, false, false);
        byte[] whole = folder.bytes();
        byte[] later = folder.frame(FrameHeader.COMMIT, 1 << 20, LogFolder.BEFORE + 6, new byte[0]);
        for (int gap : new int[] {1, 65_507, 65_508, 65_520, 65_535, 65_536, 65_537, 300_000}) {
            Files.write(folder.file, join(whole, new byte[gap], later));
            CorruptIndexException e =
                    assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
            assertEquals(whole.length, e.offset());
            assertTrue(e.reason().contains("byte " + (whole.length + gap)), e.reason());
        }
    }

    @Test
    void newerVersionIsRefused() throws IOException {
        LogFolder folder = LogFolder.small(directory, false, false);
        byte[] bytes = folder.bytes();
        ByteBuffer header =
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, 2);
        header.putInt(60, Checksum.of(bytes, 0, 60));
        Files.write(folder.file, bytes);
        assertReason(RefusedException.Reason.VERSION, () -> folder.read(new Operation.Recorder()));
    }

    static byte[] join(byte[]... parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.write(part);
        }
        return out.toByteArray();
    }

    // Frames with valid checksums and invalid content are refused before memory is allocated.

    private static final long NEXT = LogFolder.BEFORE + 5;

    private LogFolder folder;

    private byte[] whole;

    @BeforeEach
    void write() throws IOException {
        folder = LogFolder.small(Files.createDirectory(directory.resolve("forged")), false, false);
        whole = folder.bytes();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00",
                "03",
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
        Files.write(folder.file, join(whole, folder.frame(FrameHeader.COMMIT, bytes.length, NEXT, bytes)));
        Operation.Recorder sink = new Operation.Recorder();
        CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> folder.read(sink));
        assertTrue(e.offset() >= whole.length + FrameHeader.SIZE, e.getMessage());
        assertTrue(e.offset() <= whole.length + FrameHeader.SIZE + bytes.length, e.getMessage());
        assertEquals(folder.commits, sink.commits);
    }

    /** W is not a multiple of eight, so five bytes can hold a larger number. */
    @Test
    void minutiaWithTooManyBitsIsRefused() throws IOException {
        var scheme = LogFolder.SCHEME.toBuilder().bits(35).build();
        try (LogWriter log = LogWriter.create(directory, 9, scheme, 0)) {
            assertEquals(LogHeader.SIZE, log.length());
        }
        Path file = LogFiles.path(directory, 9);
        byte[] header = Files.readAllBytes(file);
        LogFolder other = new LogFolder(directory);
        Files.copy(file, other.file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        for (String last : new String[] {"07", "08"}) {
            byte[] payload = HexFormat.of().parseHex("0101610000" + "01ffffffff" + last + "01");
            Files.write(file, join(header, other.frame(FrameHeader.COMMIT, payload.length, 1, payload)));
            Operation.Recorder sink = new Operation.Recorder();
            if (last.equals("07")) {
                LogReader.read(directory, 9, scheme, sink);
                assertEquals((1L << 35) - 1, sink.commits.get(0).get(0).minutiae()[0]);
            } else {
                assertThrows(CorruptIndexException.class, () -> LogReader.read(directory, 9, scheme, sink));
            }
        }
    }

    @Test
    void framesOutOfOrderAreRefused() throws IOException {
        byte[] empty = {};
        byte[] end = folder.frame(FrameHeader.END, 0, NEXT - 1, empty);
        byte[] next = folder.frame(FrameHeader.COMMIT, 0, NEXT, empty);
        for (byte[] frame : new byte[][] {
            folder.frame(FrameHeader.COMMIT, 0, NEXT - 1, empty), folder.frame(FrameHeader.COMMIT, 0, NEXT + 1, empty),
            folder.frame(FrameHeader.END, 0, NEXT, empty), folder.frame(FrameHeader.END, 1, NEXT - 1, new byte[1]),
            folder.frame(3, 0, NEXT, empty), folder.frame(0, 0, NEXT, empty)
        }) {
            Files.write(folder.file, join(whole, frame));
            assertEquals(
                    whole.length,
                    assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()))
                            .offset());
        }
        Files.write(folder.file, join(whole, end, next));
        assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
        Files.write(folder.file, join(whole, end, end));
        assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
        Files.write(folder.file, join(whole, end, new byte[] {1}, next));
        assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
        Files.write(folder.file, join(whole, end, new byte[1_000]));
        assertEquals(
                whole.length + end.length, folder.read(new Operation.Recorder()).offset());
    }

    /** A length beyond the end of the file means that the end of the frame was not written. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 1 << 30, 101, -1, Integer.MIN_VALUE})
    void frameLongerThanTheFileIsTorn(int length) throws IOException {
        Files.write(folder.file, join(whole, folder.frame(FrameHeader.COMMIT, length, NEXT, new byte[100])));
        Operation.Recorder sink = new Operation.Recorder();
        assertEquals(folder.tail(whole.length, folder.last(), NEXT - 1, false), folder.read(sink));
        assertEquals(folder.commits, sink.commits);
        assertThrows(
                CorruptIndexException.class,
                () -> LogReader.read(
                        folder.file.getParent(),
                        new LogPlace(LogFolder.NUMBER, whole.length + 128, whole.length, 0, NEXT, false),
                        LogFolder.SCHEME,
                        sink,
                        false));
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
            Files.write(folder.file, join(whole, folder.frame(FrameHeader.COMMIT, payload.length, NEXT, payload)));
            Operation.Recorder sink = new Operation.Recorder();
            try {
                folder.read(sink);
                // The writer accepts everything that the reader accepts.
                Operation.encode(sink.commits.get(4), 40, true);
            } catch (CorruptIndexException e) {
                refused++;
            }
        }
        assertTrue(refused > 1_000 && refused < 2_000, "refused " + refused);
    }
}

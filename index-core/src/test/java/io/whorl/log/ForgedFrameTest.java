package io.whorl.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.log.LogFolder.Operation;
import io.whorl.log.LogHeader.FrameHeader;
import io.whorl.log.LogReader.LogPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames with valid checksums and invalid content are refused before memory is allocated. */
class ForgedFrameTest {
    private static final long NEXT = LogFolder.BEFORE + 5;

    @TempDir
    Path directory;

    private LogFolder folder;
    private byte[] whole;

    @BeforeEach
    void write() throws IOException {
        folder = LogFolder.small(directory, false, false);
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
        Files.write(
                folder.file, LogDamageTest.join(whole, folder.frame(FrameHeader.COMMIT, bytes.length, NEXT, bytes)));
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
            Files.write(file, LogDamageTest.join(header, other.frame(FrameHeader.COMMIT, payload.length, 1, payload)));
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
            Files.write(folder.file, LogDamageTest.join(whole, frame));
            assertEquals(
                    whole.length,
                    assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()))
                            .offset());
        }
        Files.write(folder.file, LogDamageTest.join(whole, end, next));
        assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
        Files.write(folder.file, LogDamageTest.join(whole, end, end));
        assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
        Files.write(folder.file, LogDamageTest.join(whole, end, new byte[] {1}, next));
        assertThrows(CorruptIndexException.class, () -> folder.read(new Operation.Recorder()));
        Files.write(folder.file, LogDamageTest.join(whole, end, new byte[1_000]));
        assertEquals(1_000, folder.read(new Operation.Recorder()).torn());
    }

    /** A length beyond the end of the file means that the end of the frame was not written. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, 1 << 30, 101, -1, Integer.MIN_VALUE})
    void frameLongerThanTheFileIsTorn(int length) throws IOException {
        Files.write(
                folder.file, LogDamageTest.join(whole, folder.frame(FrameHeader.COMMIT, length, NEXT, new byte[100])));
        Operation.Recorder sink = new Operation.Recorder();
        assertEquals(folder.tail(whole.length, folder.last(), NEXT - 1, false), folder.read(sink));
        assertEquals(folder.commits, sink.commits);
        assertThrows(
                CorruptIndexException.class,
                () -> LogReader.read(
                        directory,
                        new LogPlace(LogFolder.NUMBER, whole.length + 128, whole.length, 0, NEXT),
                        LogFolder.SCHEME,
                        sink));
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
                    folder.file,
                    LogDamageTest.join(whole, folder.frame(FrameHeader.COMMIT, payload.length, NEXT, payload)));
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

package io.whorl.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pins the bytes of a log to the format in docs/FORMAT.md. */
class LogFormatTest {
    private static final long SALT = 0x0123456789ABCDEFL;

    /** A header, the frame of a commit with its operations, and an END frame. */
    private static final String LOG = "57484f524c4c4f47010000002800000002000000000000000900000000000000"
            + "efcdab896745230101000000a996684b000000000000000000000000d025d662"
            + "5748465201000000190000003cc1ac280a000000000000009f13100c"
            + "01026964ac0201070201000000007698badcfe018201020178"
            + "574846520200000000000000000000000a00000000000000c9660d08";

    private static final String NOTE =
            "57484f524c454e44010000000200000000000000efcdab896745230191000000000000004fb2b458";

    @TempDir
    Path directory;

    @Test
    void bytesFollowTheFormat() throws IOException {
        Scheme scheme = Scheme.builder().bits(40).frequencies(true).build();
        Path file = LogFiles.path(directory, 2);
        LogHeader header = LogHeader.of(2, 9, SALT, scheme);
        Files.write(file, header.encode().array());
        CommitBuffer commit = new CommitBuffer(40, true);
        commit.add(new byte[] {'i', 'd'}, 300, new byte[] {7}, new long[] {1, 0xFEDCBA9876L}, new int[] {1, 130}, 2);
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
}

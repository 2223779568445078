package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads tar archives with members that are not regular files. */
class TarTypesTest {
    @TempDir
    private Path directory;

    @Test
    void membersOfUnknownTypesAreReported() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, "UTF-8")) {
            for (byte type : new byte[] {
                TarConstants.LF_NORMAL,
                TarConstants.LF_DIR,
                TarConstants.LF_SYMLINK,
                TarConstants.LF_LINK,
                TarConstants.LF_FIFO,
                'Z',
                TarConstants.LF_CONTIG
            }) {
                TarArchiveEntry entry = new TarArchiveEntry("member-" + (char) type, type);
                boolean holds = type == TarConstants.LF_NORMAL || type == TarConstants.LF_CONTIG || type == 'Z';
                entry.setSize(holds ? 4 : 0);
                tar.putArchiveEntry(entry);
                if (holds) {
                    tar.write(TestArchives.utf8("text"));
                }
                tar.closeArchiveEntry();
            }
        }
        ReadAll all = ReadAll.of(Files.write(directory.resolve("a.tar"), out.toByteArray()));
        assertEquals(List.of("member-0", "member-7"), all.ids());
        assertEquals(List.of(Skipped.Reason.INVALID), all.reasons());
        assertTrue(
                all.skipped().get(0).place().endsWith("a.tar!member-Z"),
                all.skipped().toString());
    }
}

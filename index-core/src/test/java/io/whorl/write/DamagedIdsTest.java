package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * If damage prevents looking up an id in a segment, a commit fails before anything is written, and names the segment.
 */
class DamagedIdsTest {
    private static final WriterOptions OPTIONS =
            SMALL.toBuilder().liveMap(LiveMap.NONE).build();
    private static final String ID = "an-id-that-stands-nowhere-else";

    @TempDir
    Path folder;

    private Path damagedIndex() throws IOException {
        Path index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), OPTIONS)) {
            writer.add(ID, text(1, 60));
            writer.commit();
            writer.seal();
        }
        Path file =
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name());
        byte[] bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(ID);
        // Two numbers precede an id: the length of the prefix shared with the previous id, and the length of the rest.
        assertEquals(ID.length(), bytes[at - 1]);
        bytes[at - 2] = 0x7F;
        Files.write(file, bytes);
        return index;
    }

    @Test
    void aFailedLookUpLeavesTheWriterUsable() throws IOException {
        Path index = damagedIndex();
        try (IndexWriter writer = IndexWriter.open(index, OPTIONS)) {
            writer.add("b", text(2, 60));
            for (int attempt = 0; attempt < 2; attempt++) {
                CorruptIndexException reported = assertThrows(CorruptIndexException.class, writer::commit);
                assertTrue(reported.file().getFileName().toString().endsWith(".whs"), reported::getMessage);
            }
            try (Snapshot snapshot = writer.snapshot()) {
                assertEquals(1, snapshot.documents());
            }
        }
        // The log contains nothing of the commit: its replay would need the damaged ids.
        try (IndexWriter again = IndexWriter.open(index, OPTIONS);
                Snapshot snapshot = again.snapshot()) {
            assertEquals(1, snapshot.documents());
        }
    }
}

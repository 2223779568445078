package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A failure after MANIFEST names a segment must not delete the segment. */
class UnpublishedSegmentTest {
    @TempDir
    Path folder;

    @Test
    void onlyUnpublishedFilesAreDeleted() throws IOException {
        Path index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(
                index,
                Scheme.builder().build(),
                SMALL.toBuilder().liveMap(LiveMap.NONE).build())) {
            writer.add("a", text(1, 60));
            writer.commit();
            writer.seal();
        }
        Path named =
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name());
        try (IndexDirectory directory = IndexDirectory.open(index)) {
            Segment segment = Segment.openCounted(named);
            new UnpublishedSegment(named, Optional.of(segment)).discard(directory, new IOException("late"));
            assertTrue(Files.exists(named));
            assertEquals(1, segment.reading(() -> segment.documents().size()));
            segment.release();
            Path other = Files.copy(named, index.resolve(directory.newSegmentName()));
            Segment unnamed = Segment.openCounted(other);
            new UnpublishedSegment(other, Optional.of(unnamed)).discard(directory, new IOException("early"));
            assertFalse(Files.exists(other));
            assertThrows(IllegalStateException.class, unnamed::retain);
        }
    }
}

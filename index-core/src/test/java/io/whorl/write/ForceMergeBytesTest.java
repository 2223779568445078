package io.whorl.write;

import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A merge of all segments gives the bytes of a bulk build, even if only one segment is left that was written beside
 * others.
 */
class ForceMergeBytesTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path folder;

    @Test
    void aSegmentWrittenBesideOthersIsRewritten() throws IOException {
        Path index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(
                index, SCHEME, WriterFixture.SMALL.toBuilder().mergeFactor(8).build())) {
            for (int d = 0; d < 4; d++) {
                writer.add("old" + d, text(1, 40));
            }
            writer.commit();
            writer.seal();
            writer.add("new", text(1, 50));
            writer.add("other", text(2, 30));
            writer.commit();
            writer.seal();
            for (int d = 0; d < 4; d++) {
                writer.delete("old" + d);
            }
            writer.commit();
            writer.awaitMerges();
            assertTrue(only(index).otherDocuments() > 0, "it counted documents that are gone");
            writer.forceMerge();
        }
        assertEquals(0, only(index).otherDocuments());
        Path built = folder.resolve("built");
        try (IndexBuilder builder = IndexBuilder.create(built, SCHEME, BuildOptions.DEFAULT)) {
            builder.add("new", text(1, 50));
            builder.add("other", text(2, 30));
            builder.finish();
        }
        assertArrayEquals(
                Files.readAllBytes(only(built).file()),
                Files.readAllBytes(only(index).file()));
    }

    private static Segment only(Path index) throws IOException {
        var segments = IndexFiles.readManifest(index).segments();
        assertEquals(1, segments.size());
        return Segment.open(index.resolve(segments.get(0).name()));
    }
}

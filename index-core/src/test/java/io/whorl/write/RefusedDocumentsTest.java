package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.RefusedDocument;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A document that exceeds the memory of a writer is refused without affecting others. */
class RefusedDocumentsTest {
    private static final Scheme HOLDING =
            Scheme.builder().selection("rarest-in-document", Map.of()).build();
    private static final WriterOptions OPTIONS = WriterOptions.builder()
            .liveMap(LiveMap.NONE)
            .memory(16 << 20)
            .threads(2)
            .build();
    /** Half of the memory holds 349,525 chunks of 24 bytes. */
    private static final byte[] LARGE = RandomCorpus.utf8("word ".repeat(400_000));

    private static final byte[] SMALL = RandomCorpus.utf8("one two three four five");

    @TempDir
    Path directory;

    @Test
    void addThrowsAndTheWriterStaysUsable() throws IOException {
        try (IndexWriter writer = IndexWriter.create(directory.resolve("index"), HOLDING, OPTIONS)) {
            LimitExceededException e = assertThrows(LimitExceededException.class, () -> writer.add("large", LARGE));
            assertEquals(8 << 20, e.most() * 24, 24);
            writer.add("small", SMALL);
            writer.commit();
            assertDocuments(writer, "small");
        }
    }

    @Test
    void addAllLeavesTheDocumentOutAndReportsIt() throws IOException {
        List<NewDocument> documents = new ArrayList<>();
        IntStream.range(0, 50).forEach(i -> documents.add(new NewDocument("small " + i, SMALL)));
        documents.add(20, new NewDocument("large", LARGE));
        List<RefusedDocument> refused = new ArrayList<>();
        try (IndexWriter writer = IndexWriter.create(directory.resolve("index"), HOLDING, OPTIONS)) {
            assertEquals(50, writer.addAll(documents, refused::add));
            writer.commit();
            assertDocuments(writer, "small 0", "small 20", "small 49");
        }
        assertEquals(List.of("large"), refused.stream().map(RefusedDocument::id).toList());
        assertTrue(refused.get(0).reason().getMessage().contains("rarest-in-document"));
    }

    /** If a selection keeps nothing, a document of one repeated word is small, whatever its length. */
    @Test
    void repetitionsNeedNoMemory() throws IOException {
        Scheme scheme = Scheme.builder().frequencies(true).build();
        try (IndexWriter writer = IndexWriter.create(directory.resolve("index"), scheme, OPTIONS)) {
            writer.add("long", RandomCorpus.utf8("word ".repeat(2_000_000)));
            writer.commit();
            try (Snapshot snapshot = writer.snapshot()) {
                assertEquals(1, snapshot.document("long").orElseThrow().minutiae());
            }
        }
    }

    private static void assertDocuments(IndexWriter writer, String... ids) {
        try (Snapshot snapshot = writer.snapshot()) {
            assertTrue(snapshot.document("large").isEmpty());
            for (String id : ids) {
                assertTrue(snapshot.document(id).isPresent(), id);
            }
        }
    }
}

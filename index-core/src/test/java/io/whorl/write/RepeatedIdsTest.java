package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A build and a writer keep the same of several documents with one id. */
class RepeatedIdsTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final List<NewDocument> DOCUMENTS = List.of(
            new NewDocument("a", "the first of all texts of the document a"),
            new NewDocument("b", "this document is the only one of its id"),
            new NewDocument("a", "a later text is another one of document a"));

    @TempDir
    Path folder;

    private byte[] built(BuildOptions options) throws IOException {
        Path index = folder.resolve("built");
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, options.replace(true))) {
            for (NewDocument document : DOCUMENTS) {
                builder.add(document.id(), document.utf8());
            }
            assertEquals(1, builder.finish().repeatedIds());
        }
        return segment(index);
    }

    private byte[] written(WriterOptions options) throws IOException {
        Path index = folder.resolve("written");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, options)) {
            for (NewDocument document : DOCUMENTS) {
                writer.add(document);
            }
            writer.commit();
            writer.forceMerge();
        }
        return segment(index);
    }

    private static byte[] segment(Path index) throws IOException {
        return Files.readAllBytes(
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name()));
    }

    /** In one run, and with a run for each document. */
    @ParameterizedTest
    @CsvSource({"FIRST, 1", "FIRST, 1000000", "LAST, 1", "LAST, 1000000"})
    void aBuildAndAWriterKeepWhatTheOptionSays(RepeatedIds rule, long runText) throws IOException {
        BuildOptions build = BuildOptions.DEFAULT.repeatedIds(rule).runText(runText);
        WriterOptions write = WriterFixture.SMALL.repeatedIds(rule);
        byte[] built = built(build);
        assertArrayEquals(built, written(write));
        Path index = folder.resolve("all");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, write)) {
            assertEquals(rule == RepeatedIds.FIRST ? 2 : 3, writer.addAll(DOCUMENTS));
            writer.commit();
            assertEquals(rule == RepeatedIds.LAST, writer.add(DOCUMENTS.get(rule == RepeatedIds.LAST ? 2 : 0)));
            writer.commit();
            writer.forceMerge();
        }
        assertArrayEquals(built, segment(index));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000_000})
    void aRepeatedIdCanBeRefused(long runText) throws IOException {
        BuildOptions refuse =
                BuildOptions.DEFAULT.repeatedIds(RepeatedIds.REFUSE).runText(runText);
        RefusedException first = assertReason(RefusedException.Reason.REPEATED_ID, () -> built(refuse));
        assertEquals("a", first.id().orElseThrow());
        assertFalse(Files.exists(folder.resolve("built")));
        Path index = folder.resolve("written");
        try (IndexWriter writer =
                IndexWriter.create(index, SCHEME, WriterFixture.SMALL.repeatedIds(RepeatedIds.REFUSE))) {
            RefusedException e = assertReason(RefusedException.Reason.REPEATED_ID, () -> writer.addAll(DOCUMENTS));
            assertEquals("a", e.id().orElseThrow());
            writer.commit();
            assertReason(RefusedException.Reason.REPEATED_ID, () -> writer.add("b", "text"));
            assertEquals(2, writer.health().refusedDocuments());
            assertTrue(writer.add("c", "text"));
            assertTrue(writer.update("a", DOCUMENTS.get(2).utf8()));
            assertTrue(writer.delete("c"));
            writer.commit();
            writer.forceMerge();
        }
        assertArrayEquals(built(BuildOptions.DEFAULT), segment(index));
    }

    @Test
    void aBuildAndAWriterKeepTheSameDocumentByDefault() throws IOException {
        assertArrayEquals(built(BuildOptions.DEFAULT), written(WriterFixture.SMALL));
    }
}

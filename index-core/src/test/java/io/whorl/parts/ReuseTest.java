package io.whorl.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.parts.Part.SealedPart;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.OpenSegments;
import io.whorl.store.Segment;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A refresh maps only the files that the previous snapshot does not have. */
class ReuseTest {
    private static final WriterOptions OPTIONS = WriterOptions.DEFAULT
            .liveMap(LiveMap.NONE)
            .livePostings(1_000)
            .liveDocuments(100)
            .memory(16 << 20)
            .mergeFactor(64)
            .threads(1);

    @TempDir
    Path folder;

    private static byte[] text(int i) {
        return RandomCorpus.utf8("the document number n" + i + " says x" + i + " and y" + i + " and z" + i);
    }

    private static OpenSegments open(Path index, OpenSegments before) throws IOException {
        return OpenSegments.of(index, IndexFiles.readManifest(index), before);
    }

    @Test
    void unchangedFilesAreNotMappedAgain() throws IOException {
        Path index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), OPTIONS)) {
            DirectorySource before = (DirectorySource) SnapshotParts.ofFiles(index);
            for (int i = 0; i < 12; i++) {
                writer.add("a" + i, text(i));
                writer.add("b" + i, text(100 + i));
                writer.commit();
                if (i == 6) {
                    writer.delete("a2");
                    writer.commit();
                }
                writer.seal();
                DirectorySource now = DirectorySource.open(index, LoggedTier.LogMemory.OF_PROCESS, Optional.of(before));
                List<OpenSegments.Entry> old = before.named().entries();
                List<OpenSegments.Entry> entries = now.named().entries();
                assertEquals(i + 1, entries.size());
                for (int s = 0; s < i; s++) {
                    assertSame(old.get(s).segment(), entries.get(s).segment());
                    boolean died = i == 6 && s == 2;
                    assertEquals(
                            died || i > 6 && s == 2 ? 1 : 0,
                            entries.get(s).dead().count());
                    if (i > 6 && s == 2) {
                        assertSame(old.get(s).dead(), entries.get(s).dead());
                    }
                }
                before.sealed().forEach(SealedPart::release);
                before = now;
            }
            before.sealed().forEach(SealedPart::release);
            // Every hold was released.
            Segment first = before.named().entries().get(0).segment();
            assertThrows(IllegalStateException.class, first::retain);
            assertThrows(IllegalStateException.class, () -> first.reading(() -> 0));
        }
    }

    /** File names repeat if an index is removed and created again. */
    @Test
    void anotherFileOfTheSameNameAndLengthIsMapped() throws IOException {
        Path one = built("one", 1);
        Path two = built("two", 2);
        Manifest manifest = IndexFiles.readManifest(one);
        String name = manifest.segments().get(0).name();
        OpenSegments before = open(one, OpenSegments.none());
        OpenSegments same = open(one, before);
        assertSame(before.entries().get(0).segment(), same.entries().get(0).segment());
        assertEquals(Files.size(one.resolve(name)), Files.size(two.resolve(name)));
        Files.move(two.resolve(name), one.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        OpenSegments other = open(one, before);
        assertNotSame(before.entries().get(0).segment(), other.entries().get(0).segment());
        List.of(before, same, other).forEach(OpenSegments::release);
    }

    private Path built(String name, int seed) throws IOException {
        Path index = folder.resolve(name);
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("a", text(seed));
            builder.finish();
        }
        return index;
    }

    @Test
    void aStateThatCannotBeOpenedHoldsNoFiles() throws IOException {
        Path index = folder.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), OPTIONS)) {
            for (int i = 0; i < 3; i++) {
                writer.add("a" + i, text(i));
                writer.commit();
                writer.seal();
            }
        }
        OpenSegments before = open(index, OpenSegments.none());
        Files.delete(
                index.resolve(IndexFiles.readManifest(index).segments().get(2).name()));
        String told = assertThrows(CorruptIndexException.class, () -> open(index, before))
                .getMessage();
        assertTrue(told.contains("the file is missing"), told);
        before.release();
        for (OpenSegments.Entry entry : before.entries()) {
            assertThrows(IllegalStateException.class, entry.segment()::retain);
            DeadDocuments none = entry.dead();
            none.retain();
        }
    }

    @Test
    void listsAreNumberedInTheOrderOfTheirFirstUseUpToTheLimit() {
        FoundMinutiae.ListNumbers lists = new FoundMinutiae.ListNumbers(1_000);
        for (int i = 0; i < 1_000; i++) {
            assertEquals(i, lists.add(i * 97L));
        }
        assertEquals(5, lists.add(5 * 97));
        assertEquals(1_000, lists.size());
        assertEquals(7 * 97, lists.place(7));
        LimitExceededException e = assertThrows(LimitExceededException.class, () -> lists.add(1_000_000));
        assertEquals(1_001, e.value());
        assertEquals(1_000, e.most());
    }
}

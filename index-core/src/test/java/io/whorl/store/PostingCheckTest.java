package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.build.BuildOptions;
import io.whorl.build.Duplicates;
import io.whorl.build.IndexBuilder;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A segment is checked the same whatever part of its documents is counted at a time. */
class PostingCheckTest {
    private static final int DOCUMENTS = 50;

    @TempDir
    Path directory;

    @Test
    void familiesAndListsAreWholeInEveryWindow() throws IOException {
        Path index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().granularity(2).build(),
                BuildOptions.DEFAULT.duplicates(Duplicates.ALIAS))) {
            for (Map.Entry<String, byte[]> d : RandomCorpus.of(4, 40, 60).entrySet()) {
                builder.add(d.getKey(), d.getValue());
                builder.add("copy of " + d.getKey(), d.getValue());
                builder.add("Z/" + d.getKey(), d.getValue());
            }
            builder.finish();
        }
        Segment segment = IndexFiles.openSegment(index, IndexFiles.readManifest(index),
                IndexFiles.readManifest(index).segments().get(0));
        assertFalse(segment.families().isEmpty());
        for (int window : new int[] {1, 2, 7, 119, 120, 121, 1_000}) {
            assertEquals(List.of(), SegmentCheck.problems(segment, window), "window " + window);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 24, 49})
    void aDocumentWhoseRecordIsWrongIsFoundInEveryWindow(int wrong) throws IOException {
        long[] minutiae = LongStream.range(0, 400).map(i -> i << 30).toArray();
        long[] holders = LongStream.range(0, 400).map(i -> i % DOCUMENTS).toArray();
        List<TestSegments.Doc> documents = new ArrayList<>();
        for (int d = 0; d < DOCUMENTS; d++) {
            documents.add(new TestSegments.Doc(String.format("%04d", d), d, d == wrong ? 9 : 8, new byte[0]));
        }
        Segment segment = TestSegments.write(directory.resolve("s.whs"), Scheme.builder().build(), documents, out -> { },
                minutiae, holders, 30);
        for (int window : new int[] {1, 2, 7, 49, 50, 1_000}) {
            List<String> problems = SegmentCheck.problems(segment, window);
            assertEquals(1, problems.size(), problems::toString);
            assertTrue(problems.get(0).contains("document " + wrong + " has 8 minutiae where its record says 9"),
                    problems::toString);
        }
    }
}

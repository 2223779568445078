package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import io.whorl.testing.ForgedFiles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A check finds the same problems whatever the size of its window of documents. */
class PostingCheckTest {
    private static final int DOCUMENTS = 50;

    @TempDir
    Path directory;

    @Test
    void intactFamiliesAndListsHaveNoProblemsInAnyWindow() throws IOException {
        Path index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(
                index,
                Scheme.builder().granularity(2).build(),
                BuildOptions.builder().duplicates(Duplicates.ALIAS).build())) {
            for (Map.Entry<String, byte[]> d : RandomCorpus.of(4, 40, 60).entrySet()) {
                builder.add(d.getKey(), d.getValue());
                builder.add("copy of " + d.getKey(), d.getValue());
                builder.add("Z/" + d.getKey(), d.getValue());
            }
            builder.finish();
        }
        Segment segment = IndexFiles.openSegment(
                index,
                IndexFiles.readManifest(index),
                IndexFiles.readManifest(index).segments().get(0));
        assertFalse(segment.families().isEmpty());
        for (int window : new int[] {1, 2, 7, 119, 120, 121, 1_000}) {
            assertEquals(List.of(), problems(segment, window), "window " + window);
        }
    }

    /** The problems that one thread finds; three find the same. */
    private static List<String> problems(Segment segment, int window) throws IOException {
        List<String> problems = SegmentCheck.problems(segment, window, ParallelTasks::runInTurn, 1);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            assertEquals(
                    problems, SegmentCheck.problems(segment, window, tasks -> ParallelTasks.runAll(tasks, threads), 3));
            assertEquals(problems, SegmentCheck.problems(segment, threads, 3));
        } finally {
            threads.shutdown();
        }
        return problems;
    }

    @Test
    void checkOnAnInterruptedThreadFailsAsInterrupted() throws IOException {
        Path index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("a", "some words of a document");
            builder.finish();
        }
        Segment segment = Segment.open(
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name()));
        SegmentCheck.PostingCheck check =
                new SegmentCheck.PostingCheck(segment, 1, ParallelTasks::runInTurn, 1, problem -> {});
        Thread.currentThread().interrupt();
        try {
            assertThrows(InterruptedIOException.class, check::run);
        } finally {
            assertTrue(Thread.interrupted(), "the interrupt is lost");
        }
    }

    @Test
    void countsOfManyPartsAreAddedUp() throws IOException {
        int n = 400_000;
        long[] minutiae = LongStream.range(0, n).map(i -> i << 21).toArray();
        long[] holders = LongStream.range(0, n).map(i -> i % DOCUMENTS).toArray();
        List<TestSegments.Doc> documents = new ArrayList<>();
        for (int d = 0; d < DOCUMENTS; d++) {
            int recorded = n / DOCUMENTS + (d % 30 == 7 ? 1 : 0);
            documents.add(new TestSegments.Doc(String.format("%04d", d), d, recorded, new byte[0]));
        }
        Segment segment = TestSegments.write(
                directory.resolve("s.whs"), Scheme.builder().build(), documents, out -> {}, minutiae, holders, 30);
        assertTrue(segment.table().parts() > 4, segment.table().parts() + " parts");
        List<String> problems = problems(segment, 1_000);
        assertEquals(2, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains("document 7 has 8000 minutiae; its record says 8001"), problems.get(0));
        assertTrue(problems.get(1).contains("document 37 has 8000 minutiae"), problems.get(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 24, 49})
    void wrongDocumentRecordIsFoundInEveryWindow(int wrong) throws IOException {
        long[] minutiae = LongStream.range(0, 400).map(i -> i << 30).toArray();
        long[] holders = LongStream.range(0, 400).map(i -> i % DOCUMENTS).toArray();
        List<TestSegments.Doc> documents = new ArrayList<>();
        for (int d = 0; d < DOCUMENTS; d++) {
            documents.add(new TestSegments.Doc(String.format("%04d", d), d, d == wrong ? 9 : 8, new byte[0]));
        }
        Segment segment = TestSegments.write(
                directory.resolve("s.whs"), Scheme.builder().build(), documents, out -> {}, minutiae, holders, 30);
        for (int window : new int[] {1, 2, 7, 49, 50, 1_000}) {
            List<String> problems = problems(segment, window);
            assertEquals(1, problems.size(), problems::toString);
            assertTrue(
                    problems.get(0).contains("document " + wrong + " has 8 minutiae; its record says 9"),
                    problems::toString);
        }
    }

    /** All mean logarithms are set to 0, with valid checksums. */
    @Test
    void tooSmallMeanLogarithmIsFound() throws IOException {
        Path index = directory.resolve("index");
        try (IndexBuilder builder =
                IndexBuilder.create(index, Scheme.builder().granularity(2).build(), BuildOptions.DEFAULT)) {
            builder.add("a", RandomCorpus.utf8("one two three"));
            builder.add("b", RandomCorpus.utf8("one two four"));
            builder.add("c", RandomCorpus.utf8("five six seven eight"));
            builder.add("d", RandomCorpus.utf8("nine"));
            builder.finish();
        }
        SegmentFile named = IndexFiles.readManifest(index).segments().get(0);
        Segment sound = IndexFiles.openSegment(index, IndexFiles.readManifest(index), named);
        assertEquals(Math.log(2) / 2, sound.documents().meanLog(0), 1.0 / 2_048);
        assertEquals(List.of(), SegmentCheck.problems(sound));
        byte[] bytes = Files.readAllBytes(sound.file());
        int from = (int) sound.header().offset(SegmentHeader.Section.MEAN_LOGS);
        Arrays.fill(bytes, from, from + (int) sound.header().length(SegmentHeader.Section.MEAN_LOGS), (byte) 0);
        Segment forged = Segment.open(Files.write(directory.resolve("forged.whs"), ForgedFiles.segment(bytes)));
        for (int window : new int[] {1, 3, 1_000}) {
            List<String> problems = problems(forged, window);
            assertEquals(2, problems.size(), problems::toString);
            assertTrue(
                    problems.get(1).contains("document 1 has a mean logarithm of 0.0; its lists require 0.34"),
                    problems::toString);
        }
    }
}

package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.SharedPostings;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Compares builds in several runs with builds in one run of the documents that the definitions keep. */
class RunBuildTest {

    private Path directory;

    @BeforeTry
    void begin() throws IOException {
        directory = Files.createTempDirectory("runs");
    }

    @AfterTry
    void end() throws IOException {
        TestFiles.delete(directory);
    }

    private enum DuplicateOption {
        IGNORE(Duplicates.IGNORE),
        KEEP(Duplicates.KEEP),
        EXACT(Duplicates.FIRST_EXACT),
        LEXICAL(Duplicates.FIRST),
        FINGERPRINT(Duplicates.FIRST_FINGERPRINT),
        ALIAS(Duplicates.ALIAS);

        final Duplicates duplicates;

        DuplicateOption(Duplicates duplicates) {
            this.duplicates = duplicates;
        }
    }

    @Property(tries = 7)
    void manyRunsGiveTheSegmentOfOneRun(
            @ForAll BuiltSchemes drawn,
            @ForAll boolean last,
            @ForAll DuplicateOption option,
            @ForAll @IntRange(max = 60) int documents,
            @ForAll @IntRange(min = 1, max = 20_000) int runText,
            @ForAll @IntRange(max = 40) int minDocument,
            @ForAll long seed)
            throws IOException {
        for (int round = 0; round < LongForm.of(1, 6); round++) {
            end();
            begin();
            assertBuilds(
                    drawn.scheme,
                    last ? RepeatedIds.LAST : RepeatedIds.FIRST,
                    option.duplicates,
                    Runs.arrivals(seed + round, documents),
                    runText,
                    minDocument);
        }
    }

    /** If the scheme counts sentences, the canonical form includes sentence boundaries. */
    @Property(tries = 5)
    void manyRunsOfSentencesGiveTheSegmentOfOneRun(
            @ForAll DuplicateOption option, @ForAll @IntRange(min = 1, max = 5_000) int runText, @ForAll long seed)
            throws IOException {
        Scheme scheme =
                Scheme.builder().unit(Chunking.Unit.SENTENCE).granularity(1).build();
        assertBuilds(scheme, RepeatedIds.FIRST, option.duplicates, Runs.arrivals(seed, 40), runText, 0);
    }

    private void assertBuilds(
            Scheme scheme,
            RepeatedIds rule,
            Duplicates duplicates,
            List<SlowDuplicates.Arrival> arrivals,
            int runText,
            int minDocument)
            throws IOException {
        SlowDuplicates model = new SlowDuplicates(scheme, arrivals, rule, duplicates, minDocument);
        byte[] expected = expected(scheme, model, duplicates);
        BuildOptions options =
                Runs.SMALL.repeatedIds(rule).duplicates(duplicates).minDocument(minDocument);
        BuildReport one = Runs.build(directory.resolve("one"), scheme, arrivals, options);
        BuildReport many = Runs.build(directory.resolve("many"), scheme, arrivals, options.runText(runText));
        for (String index : List.of("one", "many")) {
            assertArrayEquals(expected, Runs.segment(directory.resolve(index)), index);
            assertEquals(List.of(), IndexCheck.check(directory.resolve(index)).problems());
        }
        List<Path> runs = Runs.runs(directory, scheme, arrivals, options.runText(runText));
        BuildReport merged = RunMerge.merge(
                scheme, runs, duplicates, directory.resolve("merged.whs"), options, directory, () -> false);
        assertArrayEquals(expected, Files.readAllBytes(directory.resolve("merged.whs")));
        assertEquals(1, one.runs());
        assertEquals(runs.size(), merged.runs());
        for (BuildReport report : List.of(one, many, merged)) {
            assertEquals(model.kept.size(), report.documents());
            assertEquals(model.repeatedIds, report.repeatedIds());
            assertEquals(model.tooShort, report.tooShort());
            assertArrayEquals(model.counts, new long[] {
                report.duplicates().exact(),
                report.duplicates().lexical(),
                report.duplicates().fingerprint()
            });
            assertEquals(one.withoutMinutiae(), report.withoutMinutiae());
            assertEquals(arrivals.stream().mapToLong(a -> a.text().length).sum(), report.textBytes());
            assertEquals(one.malformed(), report.malformed());
            assertExamples(model, report.duplicates());
        }
    }

    private byte[] expected(Scheme scheme, SlowDuplicates model, Duplicates duplicates) throws IOException {
        byte[] alone = TestFiles.bulk(directory, scheme, model.kept);
        if (duplicates != Duplicates.ALIAS) {
            return alone;
        }
        Path file = Files.write(directory.resolve("alone.whs"), alone);
        Path shared = directory.resolve("shared.whs");
        SharedPostings.with(
                Segment.open(file),
                SharedPostings.families(Fingerprinter.of(scheme), model.kept, new Random(), 100),
                shared);
        return Files.readAllBytes(shared);
    }

    private static void assertExamples(SlowDuplicates model, Duplicates.Counts counts) {
        for (Duplicates.Kind kind : Duplicates.Kind.values()) {
            List<Duplicates.Example> shown =
                    counts.examples().stream().filter(e -> e.kind() == kind).toList();
            assertEquals(Math.min(Duplicates.Counts.MOST_EXAMPLES, model.counts[kind.ordinal()]), shown.size());
            shown.forEach(e -> assertEquals(model.firsts.get(kind + e.id()), e.first()));
        }
    }

    /** Beyond this number of documents, numbers and sets of documents are in scratch files. */
    @Example
    void documentSetsBeyondTheHeapAreInScratchFiles() throws IOException {
        Scheme scheme = Scheme.builder().granularity(2).build();
        List<SlowDuplicates.Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < 40_000; i++) {
            arrivals.add(new SlowDuplicates.Arrival(
                    "document " + i * 7_919 % 39_000, RandomCorpus.utf8("one of " + i * 31 % 20_000 + " texts")));
        }
        Map<String, byte[]> kept = new LinkedHashMap<>();
        arrivals.forEach(a -> kept.putIfAbsent(a.id(), a.text()));
        byte[] expected = TestFiles.bulk(directory, scheme, kept);
        BuildReport report = Runs.build(
                directory.resolve("many"),
                scheme,
                arrivals,
                Runs.SMALL.runText(100_000).repeatedIds(RepeatedIds.FIRST).duplicates(Duplicates.KEEP));
        assertTrue(report.runs() > 6, report::toString);
        assertEquals(1_000, report.repeatedIds());
        assertEquals(
                report.documents()
                        - kept.values().stream()
                                .map(Arrays::hashCode)
                                .distinct()
                                .count(),
                report.duplicates().exact());
        assertTrue(report.temporaryBytes() > 500_000, report::toString);
        assertArrayEquals(expected, Runs.segment(directory.resolve("many")));
    }

    /** Beyond eight times the memory, postings would be sorted in slices, each of which reads them again. */
    @Example
    void aRunEndsWhenItHasEnoughPostings() throws IOException {
        byte[] text = new byte[1 << 20];
        Random random = new Random(7);
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) (i % 4 == 3 ? ' ' : 'a' + random.nextInt(26));
        }
        int added = 0;
        try (RunBuilder run = new RunBuilder(Scheme.builder().build(), Runs.SMALL, directory, document -> {})) {
            while (added < 200 && !run.isFull()) {
                run.add("text " + added++, text, DocumentDate.NONE);
            }
        }
        // A posting takes 8 to 12 bytes in the scratch file, and each word has one.
        long postings = (long) added * text.length / 4;
        assertTrue(postings * 12 >= 8L * (16 << 20) && added < 200, added + " documents");
    }

    @Example
    void aRunEndsWhenItsShareIsUsed() {
        for (boolean sought : new boolean[] {false, true}) {
            BuildOptions options = Runs.SMALL.runText(1_000).duplicates(sought ? Duplicates.KEEP : Duplicates.IGNORE);
            RunBuilder.RunUsage share = new RunBuilder.RunUsage(options);
            share.take(10, 999);
            long perDocument = 80 + 2 * 12 + (sought ? 48 + 16 : 0);
            assertFalse(share.isUsedUp((2 << 20) - perDocument - 11, 8L * (16 << 20) - 1));
            assertTrue(share.isUsedUp((2 << 20) - perDocument - 10, 0), "documents");
            assertTrue(share.isUsedUp(0, 8L * (16 << 20)), "postings");
            share.take(0, 1);
            assertTrue(share.isUsedUp(0, 0), "text");
        }
    }
}

package io.whorl.runs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.DiskSpaceException;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.SharedPostings;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.BuiltSchemes;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.TestFiles;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Compares builds in several runs with builds in one run of the documents that the definitions keep. */
class RunBuildTest {
    private static final BuildOptions SMALL =
            BuildOptions.builder().memory(16 << 20).threads(2).build();

    /** The offset in a segment's header of the position of its id blocks. */
    private static final int ID_BLOCKS_ENTRY = 256 + 24 * 6;

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
        EXACT(Duplicates.first(Duplicates.Kind.EXACT)),
        LEXICAL(Duplicates.FIRST),
        FINGERPRINT(Duplicates.first(Duplicates.Kind.FINGERPRINT)),
        ALIAS(Duplicates.ALIAS);

        final Duplicates duplicates;

        DuplicateOption(Duplicates duplicates) {
            this.duplicates = duplicates;
        }
    }

    @Property(tries = 10)
    void manyRunsGiveTheSegmentOfOneRun(
            @ForAll BuiltSchemes drawn,
            @ForAll DuplicateOption option,
            @ForAll @IntRange(max = 60) int documents,
            @ForAll @IntRange(min = 1, max = 20_000) int runText,
            @ForAll @IntRange(max = 40) int minDocument,
            @ForAll long seed)
            throws IOException {
        for (int round = 0; round < LongForm.of(1, 4); round++) {
            end();
            begin();
            assertBuilds(drawn.scheme, option.duplicates, arrivals(seed + round, documents), runText, minDocument);
        }
    }

    /** If the scheme counts sentences, the canonical form includes sentence boundaries. */
    @Property(tries = 5)
    void manyRunsOfSentencesGiveTheSegmentOfOneRun(
            @ForAll DuplicateOption option, @ForAll @IntRange(min = 1, max = 5_000) int runText, @ForAll long seed)
            throws IOException {
        Scheme scheme =
                Scheme.builder().unit(Chunking.Unit.SENTENCE).granularity(1).build();
        assertBuilds(scheme, option.duplicates, arrivals(seed, 40), runText, 0);
    }

    private void assertBuilds(
            Scheme scheme, Duplicates duplicates, List<SlowDuplicates.Arrival> arrivals, int runText, int minDocument)
            throws IOException {
        SlowDuplicates model = new SlowDuplicates(scheme, arrivals, duplicates, minDocument);
        byte[] expected = expected(scheme, model, duplicates);
        BuildOptions options = SMALL.toBuilder()
                .duplicates(duplicates)
                .minDocument(minDocument)
                .build();
        BuildReport one = build("one", scheme, arrivals, options);
        BuildReport many = build(
                "many", scheme, arrivals, options.toBuilder().runText(runText).build());
        for (String index : List.of("one", "many")) {
            assertArrayEquals(expected, segment(directory.resolve(index)), index);
            assertEquals(List.of(), IndexCheck.check(directory.resolve(index)).problems());
        }
        List<Path> runs =
                runs(scheme, arrivals, options.toBuilder().runText(runText).build());
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
        if (duplicates.action() != Duplicates.Action.ALIAS) {
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

    private List<Path> runs(Scheme scheme, List<SlowDuplicates.Arrival> arrivals, BuildOptions options)
            throws IOException {
        List<Path> runs = new ArrayList<>();
        int at = 0;
        do {
            int number = runs.size() + 1;
            try (RunBuilder run = new RunBuilder(scheme, options, directory, number)) {
                int from = at;
                while (at < arrivals.size() && !run.isFull()) {
                    run.add(arrivals.get(at).id(), arrivals.get(at++).text());
                }
                RunBuilder.Report report = run.finish();
                assertEquals(at - from, report.arrived());
                assertEquals(at - from, report.documents() + report.repeatedIds());
            }
            runs.add(RunBuilder.file(directory, number));
        } while (at < arrivals.size());
        return runs;
    }

    private BuildReport build(String index, Scheme scheme, List<SlowDuplicates.Arrival> arrivals, BuildOptions options)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(directory.resolve(index), scheme, options)) {
            for (SlowDuplicates.Arrival a : arrivals) {
                builder.add(a.id(), a.text());
            }
            return builder.finish();
        }
    }

    private static byte[] segment(Path index) throws IOException {
        return Files.readAllBytes(
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name()));
    }

    /** Documents, some with the id, bytes, words or set of words of an earlier one, and some without words. */
    private static List<SlowDuplicates.Arrival> arrivals(long seed, int documents) {
        Random random = new Random(seed);
        List<SlowDuplicates.Arrival> arrivals = new ArrayList<>();
        RandomCorpus.of(seed, documents, 120).forEach((id, text) -> {
            byte[] before = arrivals.isEmpty()
                    ? text
                    : arrivals.get(random.nextInt(arrivals.size())).text();
            byte[] drawn =
                    switch (random.nextInt(10)) {
                        case 0, 1 -> before;
                        case 2 -> changed(before, "  ", ",  ");
                        case 3 -> changed(before, " ", random.nextBoolean() ? ". X" : "\n\n");
                        case 4 -> shuffled(before, random);
                        case 5 -> random.nextBoolean() ? new byte[0] : RandomCorpus.utf8("...");
                        default -> text;
                    };
            boolean repeated = !arrivals.isEmpty() && random.nextInt(8) == 0;
            arrivals.add(new SlowDuplicates.Arrival(
                    repeated ? arrivals.get(random.nextInt(arrivals.size())).id() : id, drawn));
        });
        return arrivals;
    }

    private static byte[] changed(byte[] text, String first, String rest) {
        return RandomCorpus.utf8(first + new String(text, StandardCharsets.UTF_8).replace(" ", rest));
    }

    private static byte[] shuffled(byte[] text, Random random) {
        List<String> words = Arrays.asList(new String(text, StandardCharsets.UTF_8).split(" "));
        Collections.shuffle(words, random);
        return RandomCorpus.utf8(String.join(" ", words));
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
        BuildReport report = build(
                "many",
                scheme,
                arrivals,
                SMALL.toBuilder().runText(100_000).duplicates(Duplicates.KEEP).build());
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
        assertArrayEquals(expected, segment(directory.resolve("many")));
    }

    @Example
    void aDamagedRunIsNotMerged() throws IOException {
        Scheme scheme = Scheme.builder().build();
        List<Path> runs = runs(
                scheme,
                arrivals(3, 40),
                SMALL.toBuilder().runText(4_000).duplicates(Duplicates.KEEP).build());
        Path notes = directory.resolve("run-000002.notes");
        byte[] whole = Files.readAllBytes(notes);
        for (int at = 0; at < whole.length; at += LongForm.of(29, 7)) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            Files.write(notes, damaged);
            assertEquals(
                    notes,
                    assertThrows(CorruptIndexException.class, () -> merge(scheme, runs))
                            .file());
            Files.write(notes, Arrays.copyOf(whole, at));
            assertEquals(
                    notes,
                    assertThrows(CorruptIndexException.class, () -> merge(scheme, runs))
                            .file());
        }
        Files.write(notes, Files.readAllBytes(directory.resolve("run-000001.notes")));
        assertEquals(
                notes,
                assertThrows(CorruptIndexException.class, () -> merge(scheme, runs))
                        .file(),
                "another run's");
        Files.write(notes, whole);
        merge(scheme, runs);
    }

    @Example
    void aDamagedSegmentOfARunIsNotMerged() throws IOException {
        Scheme scheme = Scheme.builder().build();
        List<Path> runs = runs(
                scheme,
                arrivals(3, 40),
                SMALL.toBuilder().runText(4_000).duplicates(Duplicates.KEEP).build());
        merge(scheme, runs);
        byte[] expected = Files.readAllBytes(directory.resolve("m.whs"));
        for (Path run : runs) {
            byte[] whole = Files.readAllBytes(run);
            int blocks =
                    (int) ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong(ID_BLOCKS_ENTRY);
            List<Integer> places = new ArrayList<>(List.of(blocks));
            for (int at = 0; at < whole.length; at += whole.length / LongForm.of(13, 40)) {
                places.add(at);
            }
            for (int at : places) {
                byte[] damaged = whole.clone();
                damaged[at] ^= 0x10;
                Files.write(run, damaged);
                try {
                    merge(scheme, runs);
                    // A byte between sections, which is not read.
                    assertArrayEquals(expected, Files.readAllBytes(directory.resolve("m.whs")), "flipped at " + at);
                } catch (CorruptIndexException e) {
                    assertEquals(run, e.file(), "flipped at " + at);
                }
            }
            Files.write(run, whole);
        }
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
        try (RunBuilder run = new RunBuilder(Scheme.builder().build(), SMALL, directory, 1)) {
            while (added < 200 && !run.isFull()) {
                run.add("text " + added++, text);
            }
        }
        // A posting takes 8 to 12 bytes in the scratch file, and each word has one.
        long postings = (long) added * text.length / 4;
        assertTrue(postings * 12 >= 8L * (16 << 20) && added < 200, added + " documents");
    }

    @Example
    void aRunEndsWhenItsShareIsUsed() {
        for (boolean sought : new boolean[] {false, true}) {
            BuildOptions options = SMALL.toBuilder()
                    .runText(1_000)
                    .duplicates(sought ? Duplicates.KEEP : Duplicates.IGNORE)
                    .build();
            RunUsage share = new RunUsage(options);
            share.take(10, 999);
            long perDocument = 80 + 2 * 4 + (sought ? 48 + 16 : 0);
            assertFalse(share.isUsedUp((2 << 20) - perDocument - 11, 8L * (16 << 20) - 1));
            assertTrue(share.isUsedUp((2 << 20) - perDocument - 10, 0), "documents");
            assertTrue(share.isUsedUp(0, 8L * (16 << 20)), "postings");
            share.take(0, 1);
            assertTrue(share.isUsedUp(0, 0), "text");
        }
    }

    private BuildReport merge(Scheme scheme, List<Path> runs) throws IOException {
        return RunMerge.merge(scheme, runs, Duplicates.KEEP, directory.resolve("m.whs"), SMALL, directory, () -> false);
    }

    @Example
    void aCancelledMergeLeavesNoFiles() throws IOException {
        Scheme scheme = Scheme.builder().build();
        List<Path> runs =
                runs(scheme, arrivals(4, 60), SMALL.toBuilder().runText(4_000).build());
        List<Path> before = TestFiles.segments(directory);
        for (int threads : new int[] {1, 2}) {
            for (int after = 0; after < 20; after++) {
                int[] left = {after};
                assertThrows(
                        CancellationException.class,
                        () -> RunMerge.merge(
                                scheme,
                                runs,
                                Duplicates.IGNORE,
                                directory.resolve("m.whs"),
                                SMALL.toBuilder().threads(threads).build(),
                                directory,
                                () -> {
                                    synchronized (left) {
                                        return left[0]-- <= 0;
                                    }
                                }));
                assertEquals(before, TestFiles.segments(directory));
            }
        }
    }

    /** No disk is as large as this reserve. */
    @Example
    void aBuildStopsBeforeTheDiskIsFull() throws IOException {
        Scheme scheme = Scheme.builder().build();
        List<SlowDuplicates.Arrival> arrivals = arrivals(5, 30);
        build("old", scheme, arrivals, SMALL);
        byte[] old = segment(directory.resolve("old"));
        for (int runText : new int[] {2_000, Integer.MAX_VALUE}) {
            BuildOptions options = SMALL.toBuilder()
                    .replace(true)
                    .reserve(1L << 50)
                    .runText(runText)
                    .build();
            DiskSpaceException e =
                    assertThrows(DiskSpaceException.class, () -> build("old", scheme, arrivals, options));
            assertTrue(e.needed() > 1L << 50 && e.getMessage().contains("free some space"), e.getMessage());
            assertArrayEquals(old, segment(directory.resolve("old")));
            assertEquals(3, TestFiles.segments(directory.resolve("old")).size());
        }
        try (IndexBuilder builder = IndexBuilder.create(
                directory.resolve("old"),
                scheme,
                SMALL.toBuilder().replace(true).reserve(1L << 50).runText(1).build())) {
            builder.add("a", RandomCorpus.utf8("one two three four five"));
            assertThrows(DiskSpaceException.class, () -> builder.add("b", new byte[0]));
            assertThrows(IllegalStateException.class, builder::finish, "what is lost is not left out in silence");
        }
        assertArrayEquals(old, segment(directory.resolve("old")));
        List<Path> runs = runs(scheme, arrivals, SMALL);
        assertThrows(
                DiskSpaceException.class,
                () -> RunMerge.merge(
                        scheme,
                        runs,
                        Duplicates.IGNORE,
                        directory.resolve("m.whs"),
                        SMALL.toBuilder().reserve(1L << 50).build(),
                        directory,
                        () -> false));
    }

    @Example
    void argumentsAreChecked() throws IOException {
        Scheme scheme = Scheme.builder().build();
        List<Path> runs = runs(scheme, arrivals(6, 10), SMALL);
        assertThrows(IllegalArgumentException.class, () -> merge(scheme, List.of()));
        assertThrows(IllegalArgumentException.class, () -> merge(scheme, Collections.nCopies(2_049, runs.get(0))));
        assertThrows(IllegalArgumentException.class, () -> merge(scheme, runs), "digests were not made");
        assertThrows(
                IllegalArgumentException.class,
                () -> RunMerge.merge(
                        Scheme.builder().granularity(2).build(),
                        runs,
                        Duplicates.IGNORE,
                        directory.resolve("m.whs"),
                        SMALL,
                        directory,
                        () -> false));
        assertThrows(IllegalArgumentException.class, () -> RunBuilder.file(directory, 0));
        assertThrows(IllegalArgumentException.class, () -> new Duplicates(Duplicates.Action.FIRST, Optional.empty()));
    }
}

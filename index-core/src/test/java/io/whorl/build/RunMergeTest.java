package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.DiskSpaceException;
import io.whorl.RandomCorpus;
import io.whorl.SharedPostings;
import io.whorl.TryFolder;
import io.whorl.build.RunMerge.Run;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import io.whorl.text.Texts;
import io.whorl.text.WordReader;
import io.whorl.write.NewDocument;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Merges of runs that are damaged, also while they are read, cancelled, without room on the disk, or of other
 * arguments.
 */
class RunMergeTest extends TryFolder {
    private static final Scheme SCHEME = Scheme.builder().build();

    /** The offset in a segment's header of the position of its id blocks. */
    private static final int ID_BLOCKS_ENTRY = 256 + 20 * 7;

    private static final BuildOptions KEEPING = Runs.SMALL.duplicates(Duplicates.KEEP);

    /** All is read but the bytes between sections. */
    @Example
    void aDamagedRunIsNotMerged() throws IOException {
        List<Run> runs = Runs.runs(directory, SCHEME, Runs.arrivals(3, 40), KEEPING.runText(4_000));
        merge(runs, KEEPING);
        byte[] expected = Files.readAllBytes(directory.resolve("m.whs"));
        for (Path file : TestFiles.files(directory, "run-.*")) {
            byte[] whole = Files.readAllBytes(file);
            List<Integer> places = new ArrayList<>();
            places.add(
                    (int) ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getLong(ID_BLOCKS_ENTRY));
            for (int at = 0; at < whole.length; at += whole.length / LongForm.of(13, 40)) {
                places.add(at);
            }
            for (int at : places) {
                for (byte[] bytes : List.of(TestFiles.flipped(whole, at * 8 + 4), Arrays.copyOf(whole, at))) {
                    Files.write(file, bytes);
                    try {
                        merge(reopened(runs), KEEPING);
                        assertFalse(bytes.length == at, file + " at " + at);
                        assertArrayEquals(expected, Files.readAllBytes(directory.resolve("m.whs")), "at " + at);
                    } catch (CorruptIndexException e) {
                        assertEquals(file, e.file(), "at " + at);
                    }
                }
            }
            Files.write(file, whole);
        }
    }

    private BuildReport merge(List<Run> runs, BuildOptions options) throws IOException {
        return merge(runs, options, () -> false);
    }

    private BuildReport merge(List<Run> runs, BuildOptions options, BooleanSupplier cancelled) throws IOException {
        ScratchSpace space = new ScratchSpace(directory, options.reserve());
        return RunMerge.merge(runs, directory.resolve("m.whs"), options, space, CommonMinutiae.NONE, cancelled);
    }

    private static List<Run> reopened(List<Run> runs) throws IOException {
        List<Run> reopened = new ArrayList<>();
        for (Run run : runs) {
            Segment segment = Segment.open(run.segment().file());
            reopened.add(new Run(segment, run.repeatedIds(), run.malformed(), run.textBytes()));
        }
        return reopened;
    }

    @Example
    void aCancelledMergeLeavesNoFiles() throws IOException {
        List<Run> runs = Runs.runs(directory, SCHEME, Runs.arrivals(4, 60), Runs.SMALL.runText(4_000));
        List<Path> before = TestFiles.files(directory, ".*");
        for (int threads : new int[] {1, 2}) {
            for (int after = 0; after < 20; after++) {
                AtomicInteger left = new AtomicInteger(after);
                BuildOptions options = Runs.SMALL.threads(threads);
                assertThrows(
                        CancellationException.class, () -> merge(runs, options, () -> left.getAndDecrement() <= 0));
                assertEquals(before, TestFiles.files(directory, ".*"));
            }
        }
    }

    /** No disk is as large as this reserve. */
    @Example
    void aBuildStopsBeforeTheDiskIsFull() throws IOException {
        List<NewDocument> arrivals = Runs.arrivals(5, 30);
        RandomCorpus.index(directory.resolve("old"), SCHEME, arrivals, Runs.SMALL);
        byte[] old = TestFiles.bytes(directory.resolve("old"));
        for (int runText : new int[] {2_000, Integer.MAX_VALUE}) {
            BuildOptions options = Runs.SMALL.replace(true).reserve(1L << 50).runText(runText);
            DiskSpaceException e = assertThrows(
                    DiskSpaceException.class,
                    () -> RandomCorpus.index(directory.resolve("old"), SCHEME, arrivals, options));
            assertTrue(e.needed() > 1L << 50 && e.getMessage().contains("free some space"), e.getMessage());
            assertArrayEquals(old, TestFiles.bytes(directory.resolve("old")));
            assertEquals(3, TestFiles.files(directory.resolve("old"), ".*").size());
        }
        try (IndexBuilder builder = IndexBuilder.create(
                directory.resolve("old"),
                SCHEME,
                Runs.SMALL.replace(true).reserve(1L << 50).runText(1))) {
            builder.add("a", RandomCorpus.utf8("one two three four five"));
            assertThrows(DiskSpaceException.class, () -> builder.add("b", new byte[0]));
            assertThrows(IllegalStateException.class, builder::finish, "what is lost is not left out in silence");
        }
        assertArrayEquals(old, TestFiles.bytes(directory.resolve("old")));
        List<Run> runs = Runs.runs(directory, SCHEME, arrivals, Runs.SMALL.runText(2_000));
        assertThrows(DiskSpaceException.class, () -> merge(runs, Runs.SMALL.reserve(1L << 50)));
    }

    @Example
    void aRunWithoutDigestsIsDamaged() throws IOException {
        List<Run> runs = Runs.runs(directory, SCHEME, Runs.arrivals(6, 10), Runs.SMALL);
        assertThrows(CorruptIndexException.class, () -> merge(runs, KEEPING));
        assertThrows(IllegalArgumentException.class, () -> Duplicates.of("first:ignore"));
    }

    // Compares builds in several runs with builds in one run of the documents that the definitions keep.

    @Property(tries = 12)
    void manyRunsGiveTheSegmentOfOneRun(
            @ForAll BuiltSchemes drawn,
            @ForAll boolean last,
            @ForAll Duplicates duplicates,
            @ForAll @IntRange(max = 60) int documents,
            @ForAll @IntRange(min = 1, max = 20_000) int runText,
            @ForAll @IntRange(max = 40) int minDocument,
            @ForAll @IntRange(min = 1, max = 5) int threads,
            @ForAll long seed)
            throws IOException {
        RepeatedIds rule = last ? RepeatedIds.LAST : RepeatedIds.FIRST;
        for (long each : LongForm.seeds(seed, 6)) {
            end();
            begin();
            assertBuilds(drawn.scheme, rule, duplicates, Runs.arrivals(each, documents), runText, minDocument, threads);
        }
    }

    private void assertBuilds(
            Scheme scheme,
            RepeatedIds rule,
            Duplicates duplicates,
            List<NewDocument> arrivals,
            int runText,
            int minDocument,
            int threads)
            throws IOException {
        SlowDuplicates model = new SlowDuplicates(scheme, arrivals, rule, duplicates, minDocument);
        byte[] expected = expected(scheme, model.kept, duplicates);
        BuildOptions options =
                Runs.SMALL.repeatedIds(rule).duplicates(duplicates).minDocument(minDocument);
        BuildReport one = RandomCorpus.index(directory.resolve("one"), scheme, arrivals, options.memory(1L << 32));
        BuildReport many = RandomCorpus.index(
                directory.resolve("many"),
                scheme,
                arrivals,
                options.runText(runText).threads(threads));
        for (String index : List.of("one", "many")) {
            assertArrayEquals(expected, TestFiles.bytes(directory.resolve(index)), index);
            assertEquals(List.of(), IndexCheck.check(directory.resolve(index)).problems());
        }
        List<Run> runs = Runs.runs(directory, scheme, arrivals, options.runText(runText));
        BuildReport merged = merge(runs, options);
        assertArrayEquals(expected, Files.readAllBytes(directory.resolve("m.whs")));
        assertEquals(1, one.runs());
        assertEquals(runs.size(), merged.runs());
        for (BuildReport report : List.of(one, many, merged)) {
            assertEquals(model.kept.size(), report.index().documents());
            assertEquals(model.repeatedIds, report.repeatedIds());
            assertEquals(model.tooShort, report.tooShort());
            assertArrayEquals(model.counts, new long[] {
                report.duplicates().exact(),
                report.duplicates().lexical(),
                report.duplicates().fingerprint()
            });
            assertEquals(one.withoutMinutiae(), report.withoutMinutiae());
            assertEquals(arrivals.stream().mapToLong(a -> a.utf8().length).sum(), report.textBytes());
            assertEquals(one.malformed(), report.malformed());
            assertExamples(model, report.duplicates());
        }
    }

    private byte[] expected(Scheme scheme, Map<String, byte[]> kept, Duplicates duplicates) throws IOException {
        byte[] alone = TestFiles.bulk(directory, scheme, new TreeMap<>(kept));
        if (duplicates != Duplicates.ALIAS) {
            return alone;
        }
        Path file = Files.write(directory.resolve("alone.whs"), alone);
        Path shared = directory.resolve("shared.whs");
        SharedPostings.with(
                Segment.open(file), SharedPostings.families(Fingerprinter.of(scheme), kept, new Random(), 100), shared);
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

    /** Beyond this number of documents, numbers, sets and families of documents are in scratch files. */
    @Example
    void documentSetsBeyondTheHeapAreInScratchFiles() throws IOException {
        Scheme scheme = Scheme.builder().granularity(2).build();
        List<NewDocument> arrivals = Repeated.list(40_000, i -> {
            byte[] text = RandomCorpus.utf8("one of " + i * 31 % 20_000 + " texts");
            return new NewDocument("document " + i * 7_919 % 39_000, text);
        });
        Map<String, byte[]> kept = new LinkedHashMap<>();
        arrivals.forEach(a -> kept.putIfAbsent(a.id(), a.utf8()));
        byte[] expected = expected(scheme, kept, Duplicates.ALIAS);
        BuildReport report = RandomCorpus.index(
                directory.resolve("many"),
                scheme,
                arrivals,
                Runs.SMALL.runText(20_000).repeatedIds(RepeatedIds.FIRST).duplicates(Duplicates.ALIAS));
        assertTrue(report.runs() > 32, "so many that they are merged in groups: " + report);
        assertEquals(1_000, report.repeatedIds());
        assertEquals(
                report.index().documents()
                        - kept.values().stream()
                                .map(Arrays::hashCode)
                                .distinct()
                                .count(),
                report.duplicates().exact());
        assertTrue(report.temporaryBytes() > 500_000, report::toString);
        assertArrayEquals(expected, TestFiles.bytes(directory.resolve("many")));
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
        try (RunBuilder run = new RunBuilder(SCHEME, Runs.SMALL, new ScratchSpace(directory), document -> {})) {
            while (added < 200 && !run.isFull()) {
                run.add("text " + added++, text, DocumentDate.NONE);
            }
        }
        // A posting takes 8 to 12 bytes in the scratch file, and each word has one.
        long postings = (long) added * text.length / 4;
        assertTrue(postings * 12 >= 8L * (16 << 20) && added < 200, added + " documents");
    }

    /** Documents with duplicates, and builds of them in runs. */
    static final class Runs {
        static final BuildOptions SMALL = BuildOptions.DEFAULT.memory(16 << 20).threads(2);

        private Runs() {}

        /** Writes documents as runs into a directory. */
        static List<Run> runs(Path directory, Scheme scheme, List<NewDocument> arrivals, BuildOptions options)
                throws IOException {
            List<Run> runs = new ArrayList<>();
            int at = 0;
            do {
                Path file = RunBuilder.file(directory, runs.size() + 1);
                int from = at;
                try (RunBuilder run = new RunBuilder(scheme, options, new ScratchSpace(directory), document -> {})) {
                    while (at < arrivals.size() && !run.isFull()) {
                        run.add(arrivals.get(at).id(), arrivals.get(at++).utf8(), DocumentDate.NONE);
                    }
                    long bytes = run.finish(file);
                    Segment segment = Segment.open(file);
                    assertEquals(bytes, segment.length());
                    assertEquals(at - from, segment.counts().documents() + run.repeatedIds());
                    runs.add(new Run(segment, run.repeatedIds(), run.malformed(), run.textBytes()));
                }
            } while (at < arrivals.size());
            return runs;
        }

        /** Documents, some with the id, bytes, words or set of words of an earlier one, and some without words. */
        static List<NewDocument> arrivals(long seed, int documents) {
            Random random = new Random(seed);
            List<NewDocument> arrivals = new ArrayList<>();
            RandomCorpus.of(seed, documents, 120).forEach((id, text) -> {
                byte[] before = arrivals.isEmpty()
                        ? text
                        : arrivals.get(random.nextInt(arrivals.size())).utf8();
                byte[] drawn =
                        switch (random.nextInt(10)) {
                            case 0, 1 -> before;
                            case 2 -> changed(before, "  ", ",  ");
                            case 3 -> changed(before, " ", random.nextBoolean() ? ". X" : "\n\n");
                            case 4 -> shuffled(before, random);
                            case 5 ->
                                RandomCorpus.utf8(
                                        List.of("", "...", "same ".repeat(40)).get(random.nextInt(3)));
                            default -> text;
                        };
                boolean repeated = !arrivals.isEmpty() && random.nextInt(8) == 0;
                arrivals.add(new NewDocument(
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
    }

    /** Computes the expected result of a build from the arriving documents, by the definitions. */
    static final class SlowDuplicates {
        /** The documents that are kept, in the order of arrival. */
        final Map<String, byte[]> kept = new LinkedHashMap<>();
        /** For each duplicate, by kind and id, the first document that it equals. */
        final Map<String, String> firsts = new HashMap<>();

        final long[] counts = new long[3];
        long repeatedIds;
        long tooShort;

        SlowDuplicates(
                Scheme scheme, List<NewDocument> all, RepeatedIds rule, Duplicates duplicates, long minDocument) {
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            List<NewDocument> arrivals = new ArrayList<>(all);
            for (int i = all.size() - 1; i >= 0; i--) {
                List<NewDocument> others =
                        rule == RepeatedIds.FIRST ? all.subList(0, i) : all.subList(i + 1, all.size());
                String id = all.get(i).id();
                if (others.stream().anyMatch(other -> other.id().equals(id))) {
                    arrivals.remove(i);
                    repeatedIds++;
                }
            }
            List<Map<String, String>> seen = List.of(new HashMap<>(), new HashMap<>(), new HashMap<>());
            for (NewDocument a : arrivals) {
                Fingerprint fingerprint = fingerprinter.fingerprint(a.utf8());
                if (fingerprint.words() < minDocument) {
                    tooShort++;
                    continue;
                }
                List<String> forms = new ArrayList<>(
                        List.of(new String(a.utf8(), StandardCharsets.ISO_8859_1), canonical(scheme, a.utf8())));
                if (fingerprint.size() > 0) {
                    forms.add(String.join(
                            " ",
                            Repeated.list(
                                    fingerprint.size(), i -> fingerprint.minutia(i) + "*" + fingerprint.frequency(i))));
                }
                int equal = 3;
                for (int kind = forms.size() - 1; kind >= 0; kind--) {
                    String first = seen.get(kind).putIfAbsent(forms.get(kind), a.id());
                    equal = first != null ? kind : equal;
                    firsts.put(Duplicates.Kind.values()[kind] + a.id(), first);
                }
                if (equal < 3) {
                    counts[equal]++;
                }
                if (duplicates.kind().isEmpty()
                        || equal > duplicates.kind().get().ordinal()) {
                    kept.put(a.id(), a.utf8());
                }
            }
            if (!duplicates.sought()) {
                Arrays.fill(counts, 0);
            }
        }

        private static String canonical(Scheme scheme, byte[] text) {
            boolean sentences = scheme.chunking().unit() != Chunking.Unit.WORD;
            return Texts.all(WordReader.of(scheme.text(), sentences), text).stream()
                    .map(word -> (sentences ? word.breaks() : 0) + ":" + word.text())
                    .collect(Collectors.joining(" "));
        }
    }
}

package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.UnsupportedMeasureException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairSearch;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.SeriesTemplate;
import io.whorl.series.Templates;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares pairs, of which minutiae are left out, with a comparison of sets, in little and in enough memory. */
class PairsLeftOutTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();
    private static final List<Measure> MEASURES = List.of(Measure.RESEMBLANCE, Measure.SHARED, Measure.CONTAINMENT);
    /** Everything goes to scratch files, in windows of a few documents. */
    private static final PairMemory LITTLE = new PairMemory(0, 7, 5, 3, 0);

    @TempDir
    private Path directory;

    /** Documents of three series and of none, each with the frame of its series and passages that others share. */
    private static Map<String, byte[]> corpus(long seed, int most) {
        Random random = new Random(seed);
        List<byte[]> texts = new ArrayList<>(
                RandomCorpus.of(seed, 3 + random.nextInt(most), 120).values());
        Map<String, byte[]> corpus = new TreeMap<>();
        for (int i = 0; i < texts.size(); i++) {
            int series = random.nextInt(4);
            String frame = series == 0 ? "" : "the frame of series number s" + series + " and its many links ";
            byte[] text = texts.get(random.nextInt(4) == 0 ? random.nextInt(texts.size()) : i);
            boolean only = random.nextInt(8) == 0;
            corpus.put(
                    (series == 0 ? "" : "s" + series + "/") + String.format("d%03d", i),
                    RandomCorpus.utf8(frame + (only ? "" : new String(text, java.nio.charset.StandardCharsets.UTF_8))));
        }
        return corpus;
    }

    private Segment segment(Map<String, byte[]> corpus, Scheme scheme) throws IOException {
        Path index = Files.createTempDirectory(directory, "index").resolve("i");
        try (IndexBuilder builder = IndexBuilder.create(
                index, scheme, BuildOptions.builder().threads(1).build())) {
            for (Map.Entry<String, byte[]> document : corpus.entrySet()) {
                builder.add(document.getKey(), document.getValue());
            }
            builder.finish();
        }
        Manifest manifest = IndexFiles.readManifest(index);
        return IndexFiles.openSegment(index, manifest, manifest.segments().get(0));
    }

    private Pairs pairs(Segment segment, PairsOptions options, PairMemory memory) {
        return new Pairs(
                new PairSearch(segment, options.request(), memory, new ScratchSpace(directory), done -> {}).run());
    }

    private static List<String> lines(Pairs pairs) {
        return pairs.toList().stream()
                .map(p -> p.a() + " " + p.b() + " " + p.score() + " " + p.shared())
                .toList();
    }

    private void assertSame(Map<String, byte[]> corpus, PairsOptions options) throws IOException {
        Segment segment = segment(corpus, SCHEME);
        SlowPairs slow = new SlowPairs(corpus, SCHEME, options);
        PairMemory enough = PairMemory.of(options.memory(), options.threads(), false);
        assertEquals(slow.lines(), lines(pairs(segment, options, enough)), options::toString);
        assertEquals(slow.lines(), lines(pairs(segment, options, LITTLE)), () -> options + " in little memory");
        if (options.templates().isPresent()) {
            Map<String, List<Long>> found = new HashMap<>();
            try (Pairs pairs = pairs(segment, options, LITTLE)) {
                for (Iterator<SeriesTemplate> all = pairs.templates(); all.hasNext(); ) {
                    SeriesTemplate t = all.next();
                    found.put(t.series(), List.of(t.documents(), t.minutiae(), t.onlyTemplate()));
                }
            }
            assertEquals(slow.templates(), found, options::toString);
        }
        segment.release();
    }

    private static PairsOptions.Builder options(int seed) {
        return PairsOptions.builder()
                .measure(MEASURES.get(seed % 3))
                .minScore(seed % 3 == 1 ? 5 : 0.05)
                .threads(1 + seed % 2)
                .expanded(true);
    }

    @Test
    void frequencyLimitsCountFamilies() throws IOException {
        for (int seed = 0; seed < LongForm.of(3, 30); seed++) {
            assertSame(corpus(seed, 40), options(seed).maxDf(2 + seed % 5).build());
            assertSame(
                    corpus(seed, 40),
                    options(seed).maxDf(5 + seed).commonDf(2 + seed % 3).build());
        }
    }

    @Test
    void templatesAreLeftOutOfTheirSeriesOnly() throws IOException {
        for (int seed = 20; seed < LongForm.of(24, 60); seed++) {
            Templates templates = Templates.builder(Series.prefix("/"))
                    .share(0.2 + seed % 4 * 0.2)
                    .least(2 + seed % 3)
                    .build();
            PairsOptions.Builder options = options(seed).templates(templates);
            assertSame(corpus(seed, 40), options.build());
            assertSame(corpus(seed, 40), options.maxDf(3 + seed % 9).commonDf(3).build());
        }
    }

    @Test
    void superShinglesSelectTheSamePairsInAnyMemory() throws IOException {
        for (int seed = 40; seed < LongForm.of(43, 70); seed++) {
            PairsOptions.Builder options =
                    options(seed).measure(Measure.RESEMBLANCE).minScore(0.05).superShingles(1 + seed % 7);
            assertSame(corpus(seed, 40), options.build());
            assertSame(corpus(seed, 40), options.maxDf(2 + seed % 6).build());
        }
    }

    @Test
    void superShinglesFindNearCopiesAndCountWhatTheyMiss() throws IOException {
        Map<String, byte[]> corpus = new TreeMap<>();
        List<byte[]> texts = List.copyOf(RandomCorpus.of(3, 60, 400).values());
        for (int i = 0; i < texts.size(); i++) {
            String text = new String(texts.get(i), java.nio.charset.StandardCharsets.UTF_8);
            corpus.put(String.format("d%03d", i), RandomCorpus.utf8(text));
            corpus.put(String.format("d%03d-copy", i), RandomCorpus.utf8(text + " and one more sentence"));
        }
        corpus.put("short", RandomCorpus.utf8("too short"));
        PairsOptions all =
                PairsOptions.builder().minScore(0.9).maxDf(PairsOptions.ALL).build();
        Segment segment = segment(corpus, SCHEME);
        PairMemory memory = PairMemory.of(all.memory(), all.threads(), false);
        List<String> expected = lines(pairs(segment, all, memory));
        try (Pairs found = pairs(segment, all.toBuilder().superShingles(16).build(), memory)) {
            assertTrue(
                    found.candidates().tooShort() > 0, () -> found.candidates().toString());
            List<String> some = lines(found);
            assertTrue(expected.containsAll(some));
            assertTrue(some.size() >= 0.95 * expected.size(), some.size() + " of " + expected.size());
        }
    }

    @Test
    void whatCannotBeServedIsRefused() throws IOException {
        Map<String, byte[]> corpus = corpus(1, 10);
        Templates templates = Templates.of(Series.prefix("/"));
        PairsOptions withShingles = PairsOptions.builder().superShingles(6).build();
        for (Measure directed : List.of(Measure.CONTAINMENT, Measure.CONTAINED, Measure.SHARED)) {
            PairsOptions options = withShingles.toBuilder().measure(directed).build();
            Segment segment = segment(corpus, SCHEME);
            UnsupportedMeasureException e =
                    assertThrows(UnsupportedMeasureException.class, () -> pairs(segment, options, LITTLE));
            assertTrue(e.getMessage().contains("super shingles"), e.getMessage());
        }
        Segment sketches = segment(
                corpus, Scheme.builder().selection("min-s", Map.of("s", "30")).build());
        PairsOptions withTemplates = PairsOptions.builder().templates(templates).build();
        assertThrows(UnsupportedMeasureException.class, () -> pairs(sketches, withTemplates, LITTLE));
        Segment levels = segment(
                corpus, Scheme.builder().selection("mod-by-size", Map.of()).build());
        assertThrows(UnsupportedMeasureException.class, () -> pairs(levels, withTemplates, LITTLE));
        assertThrows(UnsupportedMeasureException.class, () -> pairs(levels, withShingles, LITTLE));
        for (double share : new double[] {0, -1, 1.01, Double.NaN}) {
            Templates.Builder wrong = templates.toBuilder().share(share);
            assertThrows(IllegalArgumentException.class, wrong::build);
        }
        Templates.Builder least = templates.toBuilder().least(1);
        assertThrows(IllegalArgumentException.class, least::build);
        PairsOptions.Builder many = PairsOptions.builder().superShingles(65);
        assertThrows(IllegalArgumentException.class, many::build);
    }

    /** Nearly equal documents share everything with thousands of others. The limit keeps the work in proportion. */
    @Test
    void documentsThatShareEverythingAreBoundedAndReported() throws IOException {
        Map<String, byte[]> corpus = new TreeMap<>();
        for (int i = 0; i < 1_500; i++) {
            corpus.put(String.format("d%04d", i), RandomCorpus.utf8("all of these words are in each of them " + i));
        }
        Segment segment = segment(corpus, SCHEME);
        PairMemory memory = PairMemory.of(PairsOptions.MIN_MEMORY, 1, false);
        try (Pairs found = pairs(segment, PairsOptions.builder().threads(1).build(), memory)) {
            assertFalse(found.hasNext());
            assertEquals(8, found.ignored().minutiae());
            assertEquals(1_500, found.ignored().documents());
        }
        // With a common template, the rest of each document decides.
        Templates templates = Templates.of(Series.of("all", id -> java.util.Optional.of("all")));
        PairsOptions without =
                PairsOptions.builder().threads(1).templates(templates).build();
        try (Pairs found = pairs(segment, without, memory)) {
            assertFalse(found.hasNext());
            assertEquals(0, found.ignored().documents());
            SeriesTemplate template = found.templates().next();
            assertEquals(new SeriesTemplate("all", 1_500, 8, 0), template);
        }
    }
}

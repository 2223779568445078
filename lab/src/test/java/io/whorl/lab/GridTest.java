package io.whorl.lab;

import static io.whorl.lab.Samples.assertSays;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.lab.AlignedPassages.CopiedPassage;
import io.whorl.lab.Configuration.Alteration;
import io.whorl.lab.Configuration.Rival;
import io.whorl.lab.Configuration.Rival.RivalScheme;
import io.whorl.lab.LabIndex.WhorlIndex;
import io.whorl.lab.Outcome.IndexSize;
import io.whorl.lab.PassageLaboratory.PassageOutcome;
import io.whorl.lab.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.lab.ReportPageTest.SampleResults;
import io.whorl.lab.SignatureIndex.MinHashBands;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Matches.Match;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Grids, what they do with texts, and the indexes of their configurations. */
class GridTest {
    @TempDir
    private Path folder;

    @Test
    void sectionDefinesAllCombinations() throws IOException {
        Grid grid = parse("""
                # holds for all
                stop = english
                granularity = 3   # unless a section has its own

                [strategies]
                selection = full mod:m=7
                measure = percent resemblance

                [granularity]
                granularity = 2 5
                """);
        assertEquals(
                List.of(
                        "strategies: full, percent",
                        "strategies: full, resemblance",
                        "strategies: mod:m=7, percent",
                        "strategies: mod:m=7, resemblance",
                        "granularity: granularity 2",
                        "granularity: granularity 5"),
                grid.configurations().stream().map(Configuration::toString).toList());
        Configuration third = grid.configurations().get(2);
        assertEquals(3, third.scheme().orElseThrow().chunking().granularity());
        assertEquals(
                TextRules.ENGLISH_STOP_WORDS,
                third.scheme().orElseThrow().text().stop());
        assertEquals("mod:m=7", third.scheme().orElseThrow().selection().toString());
        assertEquals("percent", third.measure());
        assertEquals(
                List.of("stop", "granularity", "selection", "measure"),
                List.copyOf(third.settings().keySet()));
        assertEquals(
                5,
                grid.configurations().get(5).scheme().orElseThrow().chunking().granularity());
    }

    @Test
    void querySettingsAreRead() throws IOException {
        Configuration all = first("""
                selection = full
                query-selection = random:r=20,seed=4
                max-df = 10
                alter = replace:0.1
                """);
        assertEquals("random:r=20,seed=4", all.querySelection().orElseThrow().toString());
        assertEquals(OptionalLong.of(10), all.maxDf());
        assertEquals("replace:0.1", all.alteration().orElseThrow().toString());
        Configuration none = first("query-selection = same\nmax-df = none\nalter = none\n");
        assertEquals(first("selection = full").key(), none.key());
        assertEquals(OptionalLong.empty(), none.maxDf());
        assertEquals("percent", none.measure());
    }

    @Test
    void presetProvidesDefaults() throws IOException {
        List<Configuration> all = parse("""
                preset = none near-duplicates plagiarism
                [as they are]
                bits = 40
                [changed]
                granularity = 7
                measure = percent
                """).configurations();
        assertEquals(first("selection = full").key(), all.get(0).key());
        assertEquals(
                Preset.NEAR_DUPLICATES.scheme().build(), all.get(1).scheme().orElseThrow());
        assertEquals("weighted-resemblance", all.get(1).measure());
        assertEquals("shared", all.get(2).measure());
        assertEquals(
                Preset.NEAR_DUPLICATES.scheme().granularity(7).build(),
                all.get(4).scheme().orElseThrow());
        assertEquals("percent", all.get(4).measure());
        assertSays(
                () -> parse("preset = best"),
                "preset is 'best'; it must be none or one of near-duplicates, plagiarism");
    }

    /** Parameters with their default values equal explicit parameters. */
    @Test
    void keysIgnoreNames() throws IOException {
        assertEquals(1, keys("selection = mod mod:m=25"));
        assertEquals(12, keys("selection = mod:m=25 mod:m=26\nquery-selection = same full\nmax-df = none 5 6"));
        assertEquals(3, keys("alter = none swap:0.1 swap:0.2"));
        assertEquals(2, keys("measure = shared percent"));
        assertEquals(1, keys("[a]\nbits = 40\n[b]\nbits = 40"));
    }

    @Test
    void rivalSettingsAreRead() throws IOException {
        Files.writeString(folder.resolve("stop.txt"), "Und oder\n");
        Grid grid = parse("""
                stop = stop.txt
                [side by side]
                system = whorl
                selection = full mod
                [+]
                system = lucene-shingles java-lsh-bins
                granularity = 3
                [+]
                system = hash4j-superminhash
                component-bits = 1 8
                alter = swap:0.1
                """);
        assertEquals(
                List.of(
                        "side by side: whorl, full",
                        "side by side: whorl, mod",
                        "side by side: lucene-shingles",
                        "side by side: java-lsh-bins",
                        "side by side: hash4j-superminhash, component-bits 1",
                        "side by side: hash4j-superminhash, component-bits 8"),
                grid.configurations().stream().map(Configuration::toString).toList());
        assertTrue(grid.configurations().get(1).rival().isEmpty());
        Configuration last = grid.configurations().get(5);
        assertEquals(
                RivalScheme.of(Rival.HASH4J_SUPERMINHASH, Map.of("component-bits", 8), List.of("oder", "und")),
                last.rival().orElseThrow());
        assertEquals("resemblance", last.measure());
        assertEquals("swap:0.1", last.alteration().orElseThrow().toString());
        assertEquals("bm25", grid.configurations().get(2).measure());
    }

    /** The content of a stop-word file counts, not its name. The index of a rival depends on its measure. */
    @Test
    void keysOfDifferentRivalsDiffer() throws IOException {
        assertEquals(2, keys("system = lucene-shingles\nmeasure = bm25 shared"));
        assertEquals(1, keys("system = lucene-minhash\n[a]\nmeasure = shared\n[b]\ngranularity = 5"));
        Files.writeString(folder.resolve("s.txt"), "und\n");
        String before = first("system = lucene-shingles\nstop = s.txt").key();
        Files.writeString(folder.resolve("s.txt"), "oder\n");
        assertNotEquals(before, first("system = lucene-shingles\nstop = s.txt").key());
    }

    private int keys(String text) throws IOException {
        Set<String> keys = new HashSet<>();
        parse(text).configurations().forEach(each -> keys.add(each.key()));
        return keys.size();
    }

    @Test
    void allSchemeSettingsAreRead() throws IOException {
        Files.writeString(folder.resolve("stop.txt"), "Und oder\n");
        Files.writeString(folder.resolve("anchors.txt"), "ab\ncd\n");
        String json = first("""
                unit = word
                numbers = drop
                granularity = 2
                step = 2
                order = bag
                selection = anchor:anchors=@anchors.txt
                """).scheme().orElseThrow().toJson();
        assertTrue(
                json.contains("\"step\":2")
                        && json.contains("\"bag\"")
                        && json.contains("\"drop\"")
                        && json.contains("ab|cd"),
                json);
        String other = first("""
                unit = char
                breakpoints = 9
                hash = rabin
                bits = 33
                seed = 0xff
                words = alphabetic
                apostrophe = join
                stop = stop.txt
                stem = english
                min-word = 2
                min-sentence = 3
                unmask = true
                frequencies = true
                """).scheme().orElseThrow().toJson();
        String parts = "'char' 'breakpoints':9 'rabin' 'bits':33 '0xff' 'alphabetic' 'join' ['oder','und'] 'english' "
                + "'minWord':2 'minSentence':3 'unmask':true 'frequencies':true";
        for (String part : parts.replace('\'', '"').split(" ")) {
            assertTrue(other.contains(part), part + " in " + other);
        }
    }

    /** New measures of the library work without a change here. */
    @Test
    void everyMeasureIsFoundByItsName() {
        for (Measure measure : Measure.values()) {
            assertEquals(measure, WhorlIndex.measure(Labels.of(measure)));
        }
    }

    @Test
    void thresholdsAreRead() throws IOException {
        assertEquals(
                List.of(2.5, 50.0),
                parse("thresholds = 2.5 50\nselection = full").thresholds());
        List<Double> usual = parse("selection = full").thresholds();
        assertEquals(usual.stream().sorted().distinct().toList(), usual);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "grid-errors.csv", delimiter = '|', quoteCharacter = '\'')
    void gridErrorsAreReported(String text, String message) {
        LabException e = assertThrows(LabException.class, () -> parse(text.replace(';', '\n')));
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    /** The working directory is the folder of the module. */
    @ParameterizedTest
    @ValueSource(strings = {"overview.grid", "noise.grid", "hz.grid"})
    void gridsOfTheProjectAreValid(String name) throws IOException {
        Grid grid = Grid.read(Path.of("grids", name));
        assertTrue(grid.configurations().size() >= 5, grid::toString);
    }

    private Configuration first(String text) throws IOException {
        return parse(text).configurations().get(0);
    }

    private Grid parse(String text) throws IOException {
        return Grid.parse("g", text, folder);
    }

    // Alterations.

    private static final String TEXT = "one two\nthree  four, hyphenated words here";

    @Test
    void rateOneAltersEveryToken() {
        assertEquals(" \n     ", altered("delete:1", TEXT));
        assertEquals("two one\nfour,  three words hyphenated here", altered("swap:1", TEXT));
        assertEquals("one two\nthree  four, hyphe-\nnated words here", altered("hyphenate:1", TEXT));
        assertTrue(List.of(TEXT.split("\\s+"))
                .containsAll(List.of(altered("replace:1", TEXT).split("\\s+"))));
    }

    @Test
    void rateIsTheShareOfAlteredTokens() {
        String[] tokens = "word ".repeat(10_000).split(" ");
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] += i;
        }
        String altered = altered("replace:0.1", String.join(" ", tokens));
        String[] after = altered.split(" ");
        long changed = 0;
        for (int i = 0; i < tokens.length; i++) {
            changed += after[i].equals(tokens[i]) ? 0 : 1;
        }
        // Five standard deviations around a thousand.
        assertEquals(1_000, changed, 150);
        assertEquals(
                9_000, altered("delete:0.1", String.join(" ", tokens)).trim().split(" +").length, 150);
    }

    @Test
    void alterationDependsOnTextIdAndSeed() {
        byte[] text = "word and ".repeat(100).getBytes(StandardCharsets.UTF_8);
        Alteration alteration = Alteration.parse("delete:0.5");
        byte[] once = alteration.of("a", text, 7);
        assertTrue(Arrays.equals(once, alteration.of("a", text, 7)));
        assertNotEquals(-1, Arrays.mismatch(once, alteration.of("a", text, 8)));
        assertNotEquals(-1, Arrays.mismatch(once, alteration.of("b", text, 7)));
    }

    @Test
    void textWithoutTokensIsUnchanged() {
        for (String kind : List.of("delete:1", "replace:1", "swap:1", "hyphenate:1")) {
            assertEquals("", altered(kind, ""));
            assertEquals(" \n", altered(kind, " \n"));
        }
    }

    @Test
    void invalidAlterationIsReported() {
        for (String wrong :
                List.of("replace", "replace:", "replace:0", "replace:1.1", "turn:0.5", ":0.5", "replace:NaN")) {
            Exception e = assertThrows(IllegalArgumentException.class, () -> Alteration.parse(wrong), wrong);
            assertTrue(
                    e.getMessage().contains("'" + wrong + "'") && e.getMessage().contains("hyphenate"), e.getMessage());
        }
        assertEquals("replace:0.05", Alteration.parse("replace:0.05").toString());
    }

    private static String altered(String how, String text) {
        return new String(
                Alteration.parse(how).of("id", text.getBytes(StandardCharsets.UTF_8), 1), StandardCharsets.UTF_8);
    }

    // Grids on the passages of PAN.

    /** Twelve words, after a code point with two chars and four bytes. */
    private static final String COPIED = "now we take these twelve words as they stand in there altogether";

    @BeforeEach
    void writePan() throws IOException {
        passages("02-no p1 s1 14 " + COPIED.length() + " 0 0 none\n");
    }

    private void passages(String rows) throws IOException {
        Map<String, String> files = Map.of(
                "src/s1", "at first something else stands here . " + COPIED + " . and the end",
                "src/s2", "nothing of this is anywhere else at all , is it",
                "susp/p1", "\uD83D\uDE00 own words . " + COPIED + " . other words of my own end it");
        Samples.pan(folder.resolve("pan"), files, "02-no p1 s1 1\n01-none p1 s2 0\n", rows);
    }

    @Test
    void passagesAreCutByCodePoints() throws IOException {
        try (Texts texts = readPan()) {
            CopiedPassage passage =
                    AlignedPassages.read(folder, texts).passages().get(0);
            assertEquals("pan/susp/p1", passage.suspicious());
            assertEquals(COPIED, new String(passage.of(texts.text(passage.suspicious())), StandardCharsets.UTF_8));
            assertTrue(passage.verbatim());
        }
    }

    /** With chunks of four words, twelve words have nine chunks, five words two, ten words seven. */
    @Test
    void onlySharedMinutiaeOfThePassageCount() throws IOException {
        List<PassageOutcome> outcomes = runPassages("selection = full first-r-sliding:r=3");
        assertEquals(
                List.of(new Seen("02-no", 0, OptionalInt.of(25), 1, List.of(1, 1, 1, 1))),
                outcomes.get(0).passages());
        assertEquals(
                List.of(
                        new Seen("02-no", 5, OptionalInt.of(6), 1, List.of(1, 1, 0, 0)),
                        new Seen("02-no", 10, OptionalInt.of(11), 1, List.of(1, 1, 1, 0))),
                outcomes.get(0).cuts());
        assertEquals(
                List.of(new Seen("01-none", 0, OptionalInt.empty(), 1, List.of(0, 0, 0, 0))),
                outcomes.get(0).alarms());
        assertEquals(1, outcomes.get(0).passages().get(0).recall(0));
        // The first three chunks of the documents share no minutia of the passage.
        assertEquals(
                List.of(new Seen("02-no", 0, OptionalInt.of(25), 1, List.of(0, 0, 0, 0))),
                outcomes.get(1).passages());
    }

    /** The first three chunks of the source are in the passage; of the suspicious document only the third is. */
    @Test
    void querySelectionAppliesToSuspiciousDocuments() throws IOException {
        Files.writeString(folder.resolve("pan/src/s1"), COPIED);
        List<PassageOutcome> outcomes = runPassages("selection = first-r-sliding:r=3\nquery-selection = same full");
        assertEquals(List.of(1, 0, 0, 0), outcomes.get(0).passages().get(0).seen());
        assertEquals(List.of(1, 1, 0, 0), outcomes.get(1).passages().get(0).seen());
    }

    @Test
    void annotationErrorsAreReported() throws IOException {
        passages("02-no p1 s9 1 2 0 0 none\n");
        assertRunSays("names 1 file that is not in the collection: passages.tsv:2 'pan/src/s9'");
        passages("02-no p1 s1 x 2 0 0 none\n");
        assertRunSays("passages.tsv:2: susp_offset is 'x'");
        passages("02-no p1 s1 20 2000 0 0 none\n");
        assertRunSays("ends after its end");
        Files.delete(folder.resolve("pan/pairs.tsv"));
        assertRunSays("has no pairs.tsv and passages.tsv in one folder");
    }

    private void assertRunSays(String message) {
        Samples.assertSays(() -> runPassages("selection = full"), message);
    }

    private List<PassageOutcome> runPassages(String grid) throws IOException {
        try (Texts texts = readPan()) {
            return new PassageLaboratory(texts, AlignedPassages.read(folder, texts), 2)
                    .run(Grid.parse("g", grid, folder));
        }
    }

    private Texts readPan() throws IOException {
        return Samples.texts(folder);
    }

    // Rivals give correct answers, and the rarest minutiae of a collection are those that it says.

    private static final int WORDS = 300;
    private static final int OTHERS = 80;
    private final Map<String, String> texts = new LinkedHashMap<>();

    private static final Scheme SCHEME = Scheme.builder()
            .granularity(2)
            .selection("rarest-in-collection", Map.of("r", "2"))
            .build();

    /** Versions share nine tenths of the words of the original; other documents share only single words by chance. */
    @BeforeEach
    void makeTexts() {
        Random random = new Random(11);
        String[] words = words(random);
        texts.put("original", String.join(" ", words));
        texts.put("a copy", String.join(" ", words));
        String[] version = words.clone();
        System.arraycopy(words(random), 0, version, 0, WORDS / 10);
        texts.put("version", String.join(" ", version));
        for (int i = 0; i < OTHERS; i++) {
            texts.put("other " + i, String.join(" ", words(random)));
        }
        texts.put("empty", "");
    }

    private static String[] words(Random random) {
        String[] words = new String[WORDS];
        Arrays.setAll(words, i -> "word" + (int) (Math.abs(random.nextGaussian()) * 300));
        return words;
    }

    @ParameterizedTest
    @EnumSource
    void copyAndVersionRankFirstInAnIndexOfKnownSizeThatClosingDeletes(Rival rival) throws IOException {
        for (String measure : rival.measures()) {
            Configuration configuration = configuration(rival, measure, Map.of());
            try (LabIndex index = build(configuration)) {
                List<Match> matches = ask(index, configuration, "original", texts.size());
                String found = rival + " " + matches;
                assertEquals(
                        List.of("a copy", "original", "version"),
                        matches.stream().limit(3).map(Match::id).toList(),
                        found);
                assertEquals(matches.get(0).score(), matches.get(1).score(), found);
                assertTrue(matches.get(2).score() < matches.get(1).score(), found);
                double wrong = matches.size() > 3 ? matches.get(3).score() : 0;
                assertTrue(matches.get(2).score() > 2 * wrong || rival == Rival.LUCENE_MORE_LIKE_THIS, found);
                assertEquals(matches.subList(0, 2), ask(index, configuration, "original", 2));
                assertTrue(
                        matches.stream().noneMatch(match -> match.id().equals("empty") || match.score() <= 0), found);
                assertEquals(List.of(), ask(index, configuration, "empty", 5));
                assertSize(index);
            }
            assertFalse(Files.exists(folder.resolve("index")));
        }
    }

    private void assertSize(LabIndex index) {
        IndexSize size = index.size();
        assertEquals(texts.size(), size.documents());
        assertEquals(texts.values().stream().mapToInt(String::length).sum(), size.textBytes());
        assertTrue(size.postings() > 0 && size.bytes() > 0 && index.seconds() > 0, size::toString);
        assertTrue(size.singletons() <= size.minutiae() && size.minutiae() <= size.postings(), size::toString);
    }

    @Test
    void sharedCountsCommonShingles() throws IOException {
        Configuration configuration = configuration(Rival.LUCENE_SHINGLES, "shared", Map.of("granularity", 3));
        Set<String> asked = shingles(texts.get("original"), 3);
        try (LabIndex index = build(configuration)) {
            Set<String> found = new HashSet<>();
            for (Match match : ask(index, configuration, "original", texts.size())) {
                Set<String> common = shingles(texts.get(match.id()), 3);
                common.retainAll(asked);
                assertEquals(common.size(), match.score(), match::toString);
                found.add(match.id());
            }
            texts.forEach((id, text) -> {
                Set<String> common = shingles(text, 3);
                common.retainAll(asked);
                assertEquals(!common.isEmpty(), found.contains(id), id);
            });
        }
    }

    /** Estimates lie within five standard deviations of the exact value. */
    @Test
    void signaturesEstimateResemblance() throws IOException {
        Set<String> union = shingles(texts.get("original"), 4);
        Set<String> common = shingles(texts.get("version"), 4);
        common.retainAll(union);
        union.addAll(shingles(texts.get("version"), 4));
        double exact = (double) common.size() / union.size();
        estimates(exact, 0.08, Rival.HASH4J_SUPERMINHASH, Map.of("component-bits", 8));
        estimates(exact, 0.16, Rival.HASH4J_SUPERMINHASH, Map.of());
        estimates(exact, 0.08, Rival.JAVA_LSH_MINHASH, Map.of("components", 1_000));
    }

    private void estimates(double exact, double off, Rival rival, Map<String, Integer> parameters) throws IOException {
        Configuration configuration = configuration(rival, "resemblance", parameters);
        try (LabIndex index = build(configuration)) {
            assertEquals(exact, ask(index, configuration, "original", 3).get(2).score(), off, rival::toString);
        }
    }

    @Test
    void binsFindASubsetWithTheSameScores() throws IOException {
        Configuration bins = configuration(Rival.JAVA_LSH_BINS, "resemblance", Map.of());
        int components = SignatureIndex.components(10);
        assertEquals(50, components);
        Configuration all = configuration(Rival.JAVA_LSH_MINHASH, "resemblance", Map.of("components", components));
        List<Match> every;
        try (LabIndex index = build(all)) {
            every = ask(index, all, "other 7", texts.size());
        }
        try (LabIndex index = build(bins)) {
            List<Match> some = ask(index, bins, "other 7", texts.size());
            assertTrue(some.size() <= every.size(), () -> some.size() + " of " + every.size());
            Set<String> scores = new HashSet<>();
            every.forEach(match -> scores.add(match.id() + match.score()));
            some.forEach(match -> assertTrue(scores.contains(match.id() + match.score()), match::toString));
        }
    }

    @Test
    void stopWordsAreNotSearched() throws IOException {
        for (Rival rival : List.of(Rival.LUCENE_MORE_LIKE_THIS, Rival.HASH4J_SIMHASH)) {
            Configuration configuration = configuration(
                    RivalScheme.of(rival, Map.of(), words()), rival.measures().get(0));
            texts.values().removeIf(text -> !text.isEmpty() && !text.equals(texts.get("original")));
            texts.put("more", "something else altogether in here");
            try (LabIndex index = build(configuration)) {
                assertEquals(List.of(), ask(index, configuration, "original", 5));
            }
        }
    }

    private Set<String> words() {
        Set<String> words = new HashSet<>();
        texts.values().forEach(text -> words.addAll(List.of(text.split(" "))));
        words.remove("");
        return words;
    }

    @Test
    void buildFailureIsThrown() {
        Documents broken = taker -> {
            taker.accept("a", "one two three four five six".getBytes(StandardCharsets.UTF_8));
            throw new IOException("gone");
        };
        for (Rival rival : Rival.values()) {
            Configuration own = configuration(rival, rival.measures().get(0), Map.of());
            IOException failure =
                    assertThrows(IOException.class, () -> LabIndex.build(own, broken, 2, folder.resolve("index")));
            assertEquals("gone", failure.getMessage());
        }
    }

    private LabIndex build(Configuration configuration) throws IOException {
        return LabIndex.build(
                configuration,
                taker -> {
                    for (Map.Entry<String, String> text : texts.entrySet()) {
                        taker.accept(text.getKey(), text.getValue().getBytes(StandardCharsets.UTF_8));
                    }
                },
                2,
                folder.resolve("index"));
    }

    private List<Match> ask(LabIndex index, Configuration configuration, String id, int top) throws IOException {
        return index.searcher(configuration)
                .search(texts.get(id).getBytes(StandardCharsets.UTF_8), top)
                .matches();
    }

    private static Configuration configuration(Rival rival, String measure, Map<String, Integer> parameters) {
        return configuration(RivalScheme.of(rival, parameters, List.of()), measure);
    }

    private static Configuration configuration(RivalScheme rival, String measure) {
        return SampleResults.rival("s", "n", Map.of(), Optional.of(rival), measure);
    }

    private static Set<String> shingles(String text, int words) {
        String[] all = text.split(" ");
        Set<String> shingles = new HashSet<>();
        for (int i = 0; i + words <= all.length; i++) {
            shingles.add(String.join(" ", Arrays.copyOfRange(all, i, i + words)));
        }
        return shingles;
    }

    @Test
    void shapesAreThoseOfDatasketch() {
        // MinHashLSH(threshold=t, num_perm=128).b and .r
        assertEquals(new MinHashBands.Shape(25, 5), MinHashBands.Shape.of(0.5, MinHashBands.HASHES));
        assertEquals(new MinHashBands.Shape(9, 13), MinHashBands.Shape.of(0.8, MinHashBands.HASHES));
    }

    @Test
    void theChanceOfACandidateGrowsWithResemblance() {
        MinHashBands.Shape shape = new MinHashBands.Shape(25, 5);
        assertEquals(0, shape.found(0));
        assertEquals(1, shape.found(1));
        assertEquals(1 - Math.pow(1 - 1 / 32.0, 25), shape.found(0.5), 1e-12);
    }

    @Test
    void eachPairOfCandidatesIsPassedOnce() throws IOException {
        List<String> texts = List.of(
                "one two three four five six seven eight",
                "one two three four five six seven eight",
                "nine ten eleven twelve thirteen fourteen fifteen",
                "");
        Documents documents = taker -> {
            for (int i = 0; i < texts.size(); i++) {
                taker.accept("d" + i, texts.get(i).getBytes(StandardCharsets.UTF_8));
            }
        };
        List<String> pairs = new ArrayList<>();
        new MinHashBands(documents, MinHashBands.HASHES, 4, 2)
                .candidates(new MinHashBands.Shape(25, 5), (a, b, estimate) -> pairs.add(a + " " + b + " " + estimate));
        assertEquals(List.of("d0 d1 1.0"), pairs);
        assertTrue(MinHashBands.HASHES >= 25 * 5);
    }

    /** Removes the collection, which is a static field. */
    @AfterEach
    void forget() throws IOException {
        Files.writeString(folder.resolve("any"), "a b");
        learn(SCHEME.withSelection(Selection.of("full")));
    }

    private void learn(Scheme scheme) throws IOException {
        try (Texts texts = Texts.read(folder, note -> {})) {
            RarestInCollection.learn(texts, scheme);
        }
    }

    private static List<String> selected(String text) {
        return Fingerprinter.of(SCHEME).trace(text.getBytes(StandardCharsets.UTF_8)).stream()
                .map(TracedMinutia::text)
                .toList();
    }

    /** Three documents hold the chunk ab of "a b c d e", two hold bc and de, one holds cd. */
    @Test
    void rarestMinutiaeAreSelectedEarliestFirst() throws IOException {
        Files.writeString(folder.resolve("one"), "a b c d e");
        Files.writeString(folder.resolve("two"), "a b c. a b c.");
        Files.writeString(folder.resolve("three"), "a b x d e");
        learn(SCHEME);
        assertEquals(List.of("b c", "c d"), selected("a b c d e"));
    }

    @Test
    void withoutCollectionTheFirstMinutiaeAreSelected() throws IOException {
        Files.writeString(folder.resolve("one"), "a b c d e");
        learn(SCHEME.withSelection(Selection.of("full")));
        assertEquals(List.of("a b", "b c"), selected("a b c d e"));
    }

    @Test
    void invalidParametersAreRejected() {
        for (Map.Entry<String, String> wrong : Map.of("s", "3", "r", "0").entrySet()) {
            Scheme scheme = SCHEME.toBuilder()
                    .selection("rarest-in-collection", Map.of(wrong.getKey(), wrong.getValue()))
                    .build();
            String message = assertThrows(IllegalArgumentException.class, () -> Fingerprinter.of(scheme))
                    .getMessage();
            assertTrue(message.startsWith("selection rarest-in-collection: "), message);
        }
        assertEquals(
                Map.of("r", "15"),
                Fingerprinter.of(SCHEME.withSelection(Selection.of("rarest-in-collection")))
                        .scheme()
                        .selection()
                        .parameters());
    }
}

package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.lab.collection.Documents;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.run.Configuration.Rival;
import io.whorl.lab.run.Configuration.Rival.RivalScheme;
import io.whorl.lab.run.Outcome.IndexSize;
import io.whorl.lab.run.SignatureIndex.MinHashBands;
import io.whorl.query.Matches.Match;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
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
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that rivals give correct answers, and which minutiae are the rarest of a collection. */
class LabIndexTest {
    private static final int WORDS = 300;
    private static final int OTHERS = 80;
    private final Map<String, String> texts = new LinkedHashMap<>();

    @TempDir
    private Path folder;

    private static final Scheme SCHEME = Scheme.builder()
            .granularity(2)
            .selection("rarest-in-collection", Map.of("r", "2"))
            .build();

    /** Versions share nine tenths of the words of the original; other documents share only single words by chance. */
    @BeforeEach
    void write() {
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
            taker.take("a", "one two three four five six".getBytes(StandardCharsets.UTF_8));
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
                        taker.take(text.getKey(), text.getValue().getBytes(StandardCharsets.UTF_8));
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
        return new Configuration(
                "s",
                "n",
                Map.of(),
                Optional.empty(),
                Optional.of(rival),
                measure,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty());
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
                taker.take("d" + i, texts.get(i).getBytes(StandardCharsets.UTF_8));
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

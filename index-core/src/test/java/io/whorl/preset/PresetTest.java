package io.whorl.preset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PresetTest {
    private static final int SEED = 7;

    @TempDir
    private Path directory;

    /**
     * The default scheme is pinned by SchemeTest. A changed preset could not query the indexes that were built with the
     * old one.
     */
    @Test
    void schemesDoNotChange() {
        assertEquals(
                pinned(5, "winnowing", "\"parts\":\"16\",\"w\":\"24\""),
                Preset.NEAR_DUPLICATES.scheme().build().toJson());
        assertEquals(pinned(4, "full", ""), Preset.PLAGIARISM.scheme().build().toJson());
    }

    private static String pinned(int granularity, String selection, String parameters) {
        return Scheme.builder()
                .build()
                .toJson()
                .replace("\"granularity\":4", "\"granularity\":" + granularity)
                .replace(
                        "\"selection\":\"full\",\"parameters\":{}",
                        "\"selection\":\"" + selection + "\",\"parameters\":{" + parameters + "}");
    }

    @ParameterizedTest
    @EnumSource
    void optionsHaveTheMeasureAndThresholdOfThePreset(Preset preset) {
        assertEquals(QueryOptions.DEFAULT.measure(preset.measure()).minScore(preset.minScore()), preset.query());
        assertEquals(preset.measure(), preset.pairs().measure());
        assertEquals(preset.minScore(), preset.pairs().minScore());
        assertEquals(SimilarityOptions.PAIRS.maxDf(), preset.pairs().maxDf());
    }

    @Test
    void nearDuplicatesFindsVersionsButNotQuotations() throws IOException {
        List<String> text = words(1, 600);
        List<String> version = IntStream.range(0, 600)
                .mapToObj(i -> i % 60 == 30 ? "revised" : text.get(i))
                .collect(Collectors.toList());
        List<String> quoting = words(2, 600);
        quoting.addAll(text.subList(100, 140));
        try (Snapshot index = index(Preset.NEAR_DUPLICATES, text, version, quoting)) {
            assertEquals(List.of("0", "1"), found(index, Preset.NEAR_DUPLICATES, text));
            List<Pair> pairs = index.pairs(Preset.NEAR_DUPLICATES.pairs()).toList();
            assertEquals(
                    List.of("0 1"),
                    pairs.stream().map(pair -> pair.a() + " " + pair.b()).toList());
        }
    }

    @Test
    void plagiarismFindsACopiedPassage() throws IOException {
        List<String> source = words(1, 600);
        List<String> taking = words(2, 270);
        taking.addAll(source.subList(100, 130));
        List<String> innocent = words(3, 300);
        try (Snapshot index = index(Preset.PLAGIARISM, source, innocent)) {
            assertEquals(List.of("0"), found(index, Preset.PLAGIARISM, taking));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPresetCanBeModified(Preset preset) {
        Scheme own = preset.scheme().granularity(1).build();
        assertEquals(Scheme.builder().granularity(1).build().hashing(), own.hashing());
        assertTrue(preset.scheme()
                .build()
                .withSelection(own.selection())
                .equals(preset.scheme().build()));
    }

    private static List<String> found(Snapshot index, Preset preset, List<String> words) {
        return index.query(utf8(words), preset.query()).matches().stream()
                .map(Match::id)
                .toList();
    }

    @SafeVarargs
    private Snapshot index(Preset preset, List<String>... documents) throws IOException {
        Map<String, byte[]> corpus = new TreeMap<>();
        for (int i = 0; i < documents.length; i++) {
            corpus.put(Integer.toString(i), utf8(documents[i]));
        }
        return Snapshot.open(
                RandomCorpus.indexIn(directory, preset.scheme().build(), corpus, BuildOptions.DEFAULT.threads(1)));
    }

    private static byte[] utf8(List<String> words) {
        return String.join(" ", words).getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> words(int which, int count) {
        Random random = new Random(SEED + which);
        return random.ints(count, 0, 5_000).mapToObj(i -> "w" + i).collect(Collectors.toList());
    }
}

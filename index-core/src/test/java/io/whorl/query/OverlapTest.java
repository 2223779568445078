package io.whorl.query;

import static io.whorl.RandomCorpus.words;
import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.SlowIndex;
import io.whorl.align.Span;
import io.whorl.bulk.BuildOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.fingerprint.LocatedChunks;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.query.Matches.Match;
import io.whorl.query.Overlap.Run;
import io.whorl.query.Overlap.Verdict;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The overlap of texts with an index, against a slow search, and the verdicts. */
class OverlapTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path directory;

    private Snapshot index(Scheme scheme, Map<String, byte[]> corpus) throws IOException {
        return Snapshot.open(RandomCorpus.indexIn(
                directory, scheme, corpus, BuildOptions.DEFAULT.memory(16 << 20).threads(1)));
    }

    private Snapshot corpus() throws IOException {
        Map<String, byte[]> corpus = new LinkedHashMap<>();
        corpus.put("a", RandomCorpus.utf8(words("a", 0, 100)));
        corpus.put("b", RandomCorpus.utf8(words("b", 0, 100)));
        corpus.put("c", RandomCorpus.utf8(words("b", 50, 100) + words("c", 0, 50)));
        return index(SCHEME, corpus);
    }

    @Test
    void sharesAndRunsAreThoseOfASlowSearch() throws IOException {
        List<Scheme> schemes = List.of(
                SCHEME,
                Schemes.of("granularity=2 frequencies=true bits=64"),
                Schemes.of("granularity=3 step=2"),
                Schemes.of("granularity=2 selection=winnowing:w=4"));
        for (Scheme scheme : schemes) {
            Map<String, byte[]> corpus = RandomCorpus.of(11, 25, 150);
            SlowIndex slow = new SlowIndex(scheme, corpus, 0);
            try (Snapshot snapshot = index(scheme, corpus)) {
                for (byte[] text : RandomCorpus.of(12, 12, 200).values()) {
                    check(snapshot, slow, text, QueryOptions.NO_LIMIT);
                    check(snapshot, slow, text, 3);
                }
                for (byte[] text : corpus.values()) {
                    check(snapshot, slow, text, QueryOptions.NO_LIMIT);
                }
            }
        }
    }

    private static void check(Snapshot snapshot, SlowIndex slow, byte[] text, long maxDf) {
        OverlapOptions options = OverlapOptions.DEFAULT.maxDf(maxDf);
        Overlap overlap = snapshot.overlap(text, options);
        List<TracedMinutia> traced = Fingerprinter.of(snapshot.scheme()).trace(text);
        Set<Long> ignored = new HashSet<>();
        Set<Long> held = new HashSet<>();
        for (TracedMinutia t : traced) {
            int holders =
                    slow.holders.getOrDefault(t.minutia(), new TreeMap<>()).size();
            if (holders > maxDf) {
                ignored.add(t.minutia());
            } else if (holders > 0) {
                held.add(t.minutia());
            }
        }
        assertEquals(traced.size(), overlap.minutiae());
        assertEquals(held.size(), overlap.held());
        assertEquals(ignored.size(), overlap.ignored());
        int counted = traced.size() - ignored.size();
        assertEquals(counted == 0 ? 0 : (double) held.size() / counted, overlap.share());
        long units = Fingerprinter.of(snapshot.scheme()).locate(text).units();
        boolean isShort = units < snapshot.scheme().chunking().granularity();
        assertEquals(counted == 0 ? Verdict.UNKNOWN : verdict(overlap, options, units, isShort), overlap.verdict());
        QueryOptions query =
                QueryOptions.DEFAULT.measure(Measure.SHARED).top(options.top()).maxDf(maxDf);
        assertEquals(snapshot.query(text, query).matches(), overlap.documents());
        assertEquals(longest(snapshot.scheme(), text, held, ignored), overlap.run());
        assertEquals(overlap.run().isPresent(), overlap.runPlace().isPresent());
        overlap.runPlace().ifPresent(place -> assertHasWords(overlap.run().orElseThrow(), place, text));
    }

    private static Verdict verdict(Overlap overlap, OverlapOptions options, long units, boolean isShort) {
        int longest = overlap.run().map(Run::units).orElse(0);
        boolean passage = longest > 0 && (longest >= options.partialRun() || longest == units);
        boolean contaminated =
                longest >= options.contaminatedRun() || passage && overlap.share() >= options.contaminatedShare();
        return contaminated
                ? Verdict.CONTAMINATED
                : passage ? Verdict.PARTIAL : isShort ? Verdict.UNKNOWN : Verdict.CLEAN;
    }

    /** The place has as many words as the run has units, and begins and ends with a word. */
    private static void assertHasWords(Run run, Span place, byte[] text) {
        byte[] bytes = Arrays.copyOfRange(text, place.startByte(), place.endByte());
        assertEquals(run.units(), Fingerprinter.of(SCHEME).locate(bytes).words());
        String passage = new String(bytes, StandardCharsets.UTF_8);
        assertEquals(passage.codePointCount(0, passage.length()), place.length());
        byte[] before = Arrays.copyOf(text, place.startByte());
        assertEquals(run.start(), Fingerprinter.of(SCHEME).locate(before).words());
    }

    /** Tries every start. */
    private static Optional<Run> longest(Scheme scheme, byte[] text, Set<Long> held, Set<Long> ignored) {
        LocatedChunks chunks = Fingerprinter.of(scheme).locate(text);
        Optional<Run> longest = Optional.empty();
        for (int first = 0; first < chunks.count(); first++) {
            int count = 0;
            for (int i = first; i < chunks.count() && held.contains(chunks.minutia(first)); i++) {
                if (held.contains(chunks.minutia(i))) {
                    count++;
                    int units = chunks.start(i) + chunks.units(i) - chunks.start(first);
                    if (count > longest.map(Run::chunks).orElse(0)) {
                        longest = Optional.of(new Run(count, chunks.start(first), units));
                    }
                } else if (!ignored.contains(chunks.minutia(i))) {
                    break;
                }
            }
        }
        return longest;
    }

    /** Texts of so many words of a document and so many new ones. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, false, UNKNOWN",
        "3, 0, false, UNKNOWN",
        "0, 60, false, CLEAN",
        "12, 60, false, CLEAN",
        "13, 60, false, PARTIAL",
        "49, 60, false, PARTIAL",
        "50, 500, false, CONTAMINATED",
        "45, 9, false, CONTAMINATED",
        "5, 0, false, CONTAMINATED",
        "5, 60, true, PARTIAL",
        "10, 600, true, CONTAMINATED"
    })
    void verdictsFollowTheThresholds(int known, int unknown, boolean strict, Verdict verdict) throws IOException {
        OverlapOptions options = strict
                ? OverlapOptions.DEFAULT.partialRun(4).contaminatedRun(10).contaminatedShare(0.1)
                : OverlapOptions.DEFAULT;
        try (Snapshot snapshot = corpus()) {
            Overlap overlap = snapshot.overlap(words("a", 0, known) + words("n", 0, unknown), options);
            assertEquals(verdict, overlap.verdict());
            assertEquals(known > 3, overlap.run().isPresent() && overlap.share() > 0);
        }
    }

    @Test
    void textsOfAnotherIndexCountExceptOne() throws IOException {
        Map<String, byte[]> texts = new LinkedHashMap<>();
        texts.put("x", RandomCorpus.utf8(words("x", 0, 30)));
        texts.put("y", RandomCorpus.utf8(words("x", 0, 20) + words("a", 0, 20)));
        try (Snapshot snapshot = corpus();
                Snapshot among = index(SCHEME, texts)) {
            Overlap x = snapshot.overlap(texts.get("x"), among, "x", OverlapOptions.DEFAULT);
            assertEquals(Optional.of(new Run(17, 0, 20)), x.run());
            assertEquals(List.of("y"), x.documents().stream().map(Match::id).toList());
            Overlap y = snapshot.overlap(texts.get("y"), among, "y", OverlapOptions.DEFAULT);
            assertEquals(34, y.held());
            assertEquals(
                    List.of("a", "x"), y.documents().stream().map(Match::id).toList());
            assertEquals(
                    1,
                    snapshot.overlap(texts.get("y"), among, "none", OverlapOptions.DEFAULT)
                            .share());
        }
    }

    @Test
    void badArgumentsAreNamed() throws IOException {
        for (String selection : List.of("min-s", "mod-by-size")) {
            Scheme scheme = Scheme.builder().selection(selection, Map.of()).build();
            try (Snapshot snapshot = index(scheme, RandomCorpus.of(1, 5, 50))) {
                assertReason(
                        SchemeException.Reason.MEASURE,
                        selection,
                        () -> snapshot.overlap("some text of words", OverlapOptions.DEFAULT));
            }
        }
        try (Snapshot snapshot = corpus()) {
            OverlapOptions none = OverlapOptions.DEFAULT.memory(0);
            snapshot.overlap(words("a", 0, 500), none);
            assertMessage(
                    LimitExceededException.class, "split the text", () -> snapshot.overlap(words("a", 0, 4_000), none));
        }
    }
}

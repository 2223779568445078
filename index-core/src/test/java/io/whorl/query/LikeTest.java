package io.whorl.query;

import static io.whorl.RandomCorpus.words;
import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.align.Span;
import io.whorl.bulk.BuildOptions;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Link;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.fingerprint.LocatedChunks;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.query.Matches.Match;
import io.whorl.query.Overlap.Run;
import io.whorl.query.Overlap.Verdict;
import io.whorl.query.SlowSearch.SlowIndex;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries with documents of the index, comparisons of two, and groups, against queries with texts; and overlaps. */
class LikeTest {
    private static final Scheme SCHEME = Schemes.of("granularity=2");
    private static final List<Scheme> SCHEMES = List.of(
            SCHEME,
            Schemes.of("granularity=1 frequencies=true bits=64"),
            Schemes.of("granularity=2 selection=min-s:s=30"),
            Schemes.of("granularity=2 selection=mod-by-size"));

    @TempDir
    Path directory;

    private final Map<String, byte[]> living = new LinkedHashMap<>();

    /** An index of segments, a live tier and deleted documents; its writer stays open. */
    private IndexWriter write(Scheme scheme, boolean texts, boolean fingerprints, LiveMap map) throws IOException {
        WriterOptions options = WriterOptions.DEFAULT
                .liveMap(map)
                .threads(1)
                .memory(16 << 20)
                .storeText(texts)
                .storeFingerprints(fingerprints);
        IndexWriter writer = IndexWriter.create(
                directory.resolve("index-" + directory.toFile().list().length), scheme, options);
        List<Map.Entry<String, byte[]>> corpus =
                new ArrayList<>(RandomCorpus.of(1, 36, 200).entrySet());
        living.clear();
        for (int i = 0; i < corpus.size(); i++) {
            writer.add(corpus.get(i).getKey(), corpus.get(i).getValue());
            living.put(corpus.get(i).getKey(), corpus.get(i).getValue());
            if (i % 6 == 5) {
                // A copy with another id.
                writer.add("copy-" + i, corpus.get(i - 2).getValue());
                living.put("copy-" + i, corpus.get(i - 2).getValue());
            }
            if (i == 11 || i == 23) {
                writer.seal();
            }
        }
        for (int i = 0; i < corpus.size(); i += 5) {
            writer.delete(corpus.get(i).getKey());
            living.remove(corpus.get(i).getKey());
        }
        writer.commit();
        return writer;
    }

    private static QueryOptions all(Measure measure) {
        return QueryOptions.DEFAULT.measure(measure).top(1_000);
    }

    private static List<Match> without(String id, List<Match> matches) {
        List<Match> rest = new ArrayList<>();
        for (Match m : matches) {
            if (!m.id().equals(id)) {
                rest.add(SlowSearch.match(m, rest.size() + 1, m.score()));
            }
        }
        return rest;
    }

    @Test
    void documentsAreFoundComparedAndGroupedAsTheirTexts() throws IOException {
        for (Scheme scheme : SCHEMES) {
            for (boolean fingerprints : new boolean[] {true, false}) {
                LiveMap map = fingerprints ? LiveMap.REQUIRED : LiveMap.NONE;
                try (IndexWriter writer = write(scheme, !fingerprints, fingerprints, map);
                        Snapshot snapshot = writer.snapshot()) {
                    List<String> ids = List.copyOf(living.keySet());
                    assertLike(snapshot, ids.subList(0, 12));
                    if (fingerprints) {
                        assertComparisons(snapshot, ids.subList(0, 14));
                    } else {
                        assertGroups(snapshot, ids);
                    }
                }
            }
        }
    }

    /** A document finds what its text finds, except itself. */
    private void assertLike(Snapshot snapshot, List<String> ids) {
        for (Measure measure : SlowSearch.weighted(snapshot.scheme())) {
            for (String id : ids) {
                Matches byText = snapshot.query(living.get(id), all(measure));
                assertEquals(byText, snapshot.like(id, true, all(measure)));
                Matches like = snapshot.like(id, all(measure));
                assertEquals(without(id, byText.matches()), like.matches(), measure + " " + id);
                assertEquals(byText.minutiae(), like.minutiae());
                assertTrue(like.known() <= byText.known(), id);
            }
        }
    }

    /** Two documents compare as a query scores them. It leaves out documents that share nothing. */
    private static void assertComparisons(Snapshot snapshot, List<String> ids) {
        for (Measure measure : Measure.values()) {
            boolean supported = measure.isSupportedBy(snapshot.scheme());
            for (String a : ids) {
                Map<String, Match> found = new HashMap<>();
                if (supported) {
                    QueryOptions options = all(measure).exactWeights(measure == Measure.WEIGHTED_RESEMBLANCE);
                    snapshot.like(a, true, options).matches().forEach(m -> found.put(m.id(), m));
                }
                for (String b : ids) {
                    DocumentComparison compared = snapshot.compare(a, b);
                    assertEquals(supported, compared.score(measure).isPresent());
                    Optional<Match> match = Optional.ofNullable(found.get(b));
                    if (supported) {
                        double score = compared.score(measure).getAsDouble();
                        assertEquals(match.map(Match::score).orElse(0.0), score, 1e-12, measure + " " + a + b);
                    }
                    match.ifPresent(m -> assertEquals(m.shared(), compared.shared()));
                }
            }
        }
    }

    /** Groups are those of a slow search, in the order of the list. */
    private static void assertGroups(Snapshot snapshot, List<String> ids) {
        List<List<DocumentComparison>> compared = ids.stream()
                .map(a -> ids.stream().map(b -> snapshot.compare(a, b)).toList())
                .toList();
        for (Measure measure : Measure.values()) {
            if (SimilarityOptions.supports(measure) && measure.isSupportedBy(snapshot.scheme())) {
                for (Link link : Link.values()) {
                    double minScore = measure == Measure.SHARED ? 20 : 0.3;
                    SimilarityOptions options =
                            SimilarityOptions.GROUPS.link(link).measure(measure).minScore(minScore);
                    assertEquals(slow(compared, ids, options), snapshot.group(ids, options), options::toString);
                }
            }
        }
    }

    /** The share that any document has is that of the other documents. */
    @Test
    void aDocumentAloneIsNotKnown() throws IOException {
        try (IndexWriter writer = write(SCHEME, false, true, LiveMap.NONE)) {
            writer.add("alone", "words that no other document has in any order");
            writer.commit();
            try (Snapshot snapshot = writer.snapshot()) {
                assertEquals(0, snapshot.like("alone", QueryOptions.DEFAULT).known());
                assertEquals(
                        List.of(), snapshot.like("alone", QueryOptions.DEFAULT).matches());
                assertEquals(
                        1, snapshot.like("alone", true, QueryOptions.DEFAULT).known());
            }
        }
    }

    private static List<List<Member>> slow(
            List<List<DocumentComparison>> all, List<String> ids, SimilarityOptions options) {
        int n = ids.size();
        double[][] scores = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                DocumentComparison compared = all.get(i).get(j);
                scores[i][j] = compared.shared() == 0
                        ? 0
                        : compared.score(options.measure()).getAsDouble();
            }
        }
        // For each document the first of its group, and the document that links it.
        int[] first = IntStream.range(0, n).toArray();
        int[] to = first.clone();
        for (int i = 0; i < n && options.link() == Link.STAR; i++) {
            for (int j = 0; j < i; j++) {
                if (first[j] == j
                        && scores[i][j] >= options.minScore()
                        && (to[i] == i || scores[i][j] > scores[i][to[i]])) {
                    first[i] = j;
                    to[i] = j;
                }
            }
        }
        // As many rounds as the longest chain can have links.
        for (int k = 0; k < n * n && options.link() == Link.COMPONENTS; k++) {
            int i = k % n;
            for (int j = 0; j < n; j++) {
                scores[i][j] = Math.max(scores[i][j], scores[j][i]);
                if (scores[i][j] >= options.minScore()) {
                    first[i] = Math.min(first[i], first[j]);
                    to[i] = i != j && (to[i] == i || scores[i][j] > scores[i][to[i]]) ? j : to[i];
                }
            }
        }
        Map<Integer, List<Member>> groups = new LinkedHashMap<>();
        for (int i = 0; i < n; i++) {
            int link = first[i] == i ? i : to[i];
            groups.computeIfAbsent(first[i], g -> new ArrayList<>())
                    .add(new Member(ids.get(i), scores[i][link], ids.get(link)));
        }
        return new ArrayList<>(groups.values());
    }

    @Test
    void badArgumentsAreNamed() throws IOException {
        try (IndexWriter writer = write(SCHEME, false, true, LiveMap.NONE);
                Snapshot snapshot = writer.snapshot()) {
            String id = living.keySet().iterator().next();
            String gone = RandomCorpus.of(1, 36, 200).keySet().iterator().next();
            for (String unknown : List.of("no such document", gone)) {
                RefusedException e = assertReason(
                        RefusedException.Reason.UNKNOWN_ID, () -> snapshot.like(unknown, QueryOptions.DEFAULT));
                assertEquals(unknown, e.id().orElseThrow());
                assertReason(RefusedException.Reason.UNKNOWN_ID, () -> snapshot.compare(id, unknown));
                assertReason(
                        RefusedException.Reason.UNKNOWN_ID,
                        () -> snapshot.group(List.of(id, unknown), SimilarityOptions.GROUPS));
            }
            String repeated = assertThrows(
                            IllegalArgumentException.class,
                            () -> snapshot.group(List.of(id, "x", id), SimilarityOptions.GROUPS))
                    .getMessage();
            assertTrue(repeated.contains("ids[2]") && repeated.contains("ids[0]"), repeated);
            assertEquals(List.of(), snapshot.group(List.of(), SimilarityOptions.GROUPS));
            assertReason(SchemeException.Reason.MEASURE, () -> snapshot.like(id, all(Measure.COSINE)));
            String[] many = new String[StoredDocuments.GroupedDocuments.MOST_IDS + 1];
            Arrays.setAll(many, i -> "d" + i);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> snapshot.group(Arrays.asList(many), SimilarityOptions.GROUPS));
        }
    }

    @Test
    void anIndexWithNeitherSaysWhichOptionToUse() throws IOException {
        try (IndexWriter writer = write(SCHEME, false, false, LiveMap.NONE);
                Snapshot snapshot = writer.snapshot()) {
            String id = living.keySet().iterator().next();
            assertReason(
                    NotStoredException.Reason.FINGERPRINT,
                    "BuildOptions.storeFingerprints or BuildOptions.storeText",
                    () -> snapshot.like(id, QueryOptions.DEFAULT));
            assertReason(NotStoredException.Reason.FINGERPRINT, () -> snapshot.compare(id, id));
            assertReason(
                    NotStoredException.Reason.FINGERPRINT, () -> snapshot.group(List.of(id), SimilarityOptions.GROUPS));
        }
    }

    @Test
    void aListThatNeedsTooMuchMemoryIsRefused() throws IOException {
        try (IndexWriter writer = write(SCHEME, false, true, LiveMap.NONE)) {
            writer.add("large", RandomCorpus.words("w", 0, 5_000));
            writer.commit();
            try (Snapshot snapshot = writer.snapshot()) {
                SimilarityOptions none = SimilarityOptions.GROUPS.memory(0);
                assertMessage(
                        LimitExceededException.class,
                        "group fewer documents",
                        () -> snapshot.group(List.of("large"), none));
                assertEquals(
                        1,
                        snapshot.group(List.of("large"), SimilarityOptions.GROUPS)
                                .size());
            }
        }
    }

    // The overlap of texts with an index, against a slow search, and the verdicts.

    private static final Scheme DEFAULT = Scheme.builder().build();

    private Snapshot index(Scheme scheme, Map<String, byte[]> corpus) throws IOException {
        return Snapshot.open(RandomCorpus.indexIn(
                directory, scheme, corpus, BuildOptions.DEFAULT.memory(16 << 20).threads(1)));
    }

    private Snapshot corpus() throws IOException {
        Map<String, byte[]> corpus = new LinkedHashMap<>();
        corpus.put("a", RandomCorpus.utf8(words("a", 0, 100)));
        corpus.put("b", RandomCorpus.utf8(words("b", 0, 100)));
        corpus.put("c", RandomCorpus.utf8(words("b", 50, 100) + words("c", 0, 50)));
        return index(DEFAULT, corpus);
    }

    @Test
    void sharesAndRunsAreThoseOfASlowSearch() throws IOException {
        List<Scheme> schemes = List.of(
                DEFAULT,
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
        assertEquals(run.units(), Fingerprinter.of(DEFAULT).locate(bytes).words());
        String passage = new String(bytes, StandardCharsets.UTF_8);
        assertEquals(passage.codePointCount(0, passage.length()), place.length());
        byte[] before = Arrays.copyOf(text, place.startByte());
        assertEquals(run.start(), Fingerprinter.of(DEFAULT).locate(before).words());
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
                Snapshot among = index(DEFAULT, texts)) {
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
    void overlapsThatCannotBeFoundAreRefused() throws IOException {
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

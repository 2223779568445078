package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.IndexStats;
import io.whorl.RandomCorpus;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.MinutiaOrder;
import io.whorl.hash.SplitMix64;
import io.whorl.measure.Measure;
import io.whorl.query.Matches.Match;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.series.Templates;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.strategy.ModBySize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A slow search written from the definitions: document by document, with sets, and with maps of terms to frequencies
 * for the weighted measures (HZ 3 and 4).
 */
public final class SlowSearch {
    private static final double CLOSE = 1e-8;
    /** A stored mean is rounded to 2^−11; half of that is 3.5 · 10^−4 of ln 2. */
    private static final double STORED = 3.6e-4;

    public final SlowIndex index;
    private final MinutiaOrder order;
    private final Fingerprinter full;
    private final Map<String, Doc> documents = new TreeMap<>(SlowIndex.BY_UTF8);
    /** All documents of equal minutiae share postings. */
    private final SlowIndex sharing;

    /** The words of a document, its selected minutiae, and all its minutiae. */
    private record Doc(String id, long words, Set<Long> kept, Set<Long> all) {
        private Doc without(LongPredicate leftOut) {
            Set<Long> rest = new HashSet<>(kept);
            rest.removeIf(leftOut::test);
            return new Doc(id, words, rest, all);
        }
    }

    /** The figures of two documents; denominators only if the strategy gives them. */
    private record Figures(long shared, double resemblance, long a, long b) {}

    public SlowSearch(Scheme scheme, Map<String, byte[]> corpus) {
        index = new SlowIndex(scheme, corpus, 0);
        order = MinutiaOrder.ofWidth(index.scheme.hashing().bits());
        full = Fingerprinter.of(index.scheme.withSelection(Selection.of("full")));
        sharing = index.sharing();
        corpus.forEach((id, text) -> {
            Fingerprint kept = index.documents.get(id);
            documents.put(id, new Doc(id, kept.words(), set(kept), set(full.fingerprint(text))));
        });
    }

    public static Set<Long> set(Fingerprint f) {
        return Arrays.stream(f.toArray()).boxed().collect(Collectors.toCollection(HashSet::new));
    }

    private String strategy() {
        return index.scheme.selection().name();
    }

    private boolean ignored(long minutia, long maxDf) {
        return index.holders.containsKey(minutia) && index.holders.get(minutia).size() > maxDf;
    }

    private boolean bySize() {
        return strategy().equals("mod-by-size");
    }

    /** Of documents with equal fingerprints, one counts; but not where scores also depend on the words. */
    private long held(long minutia) {
        return (bySize() ? index : sharing).holders.get(minutia).size();
    }

    private Figures figures(Doc a, Doc b, long maxDf) {
        return figures(a, b, minutia -> ignored(minutia, maxDf));
    }

    private Figures figures(Doc a, Doc b, LongPredicate ignored) {
        Set<Long> both = new HashSet<>(a.kept);
        both.retainAll(b.kept);
        both.removeIf(ignored::test);
        long sizeA = a.kept.size();
        long sizeB = b.kept.size();
        if (bySize()) {
            int level = Math.max(ModBySize.level(a.words), ModBySize.level(b.words));
            sizeA = level(a.kept, level).size();
            sizeB = level(b.kept, level).size();
        }
        double resemblance =
                strategy().equals("min-s") ? estimate(a.all, b.all) : ratio(both.size(), sizeA + sizeB - both.size());
        return new Figures(both.size(), resemblance, sizeA, sizeB);
    }

    private Set<Long> level(Set<Long> minutiae, int level) {
        return minutiae.stream()
                .filter(m -> ModBySize.depth(order.applyAsLong(m)) >= level)
                .collect(Collectors.toSet());
    }

    /** The share of the s smallest minutiae of A ∪ B that are in both (BGMZ 3). */
    private double estimate(Set<Long> a, Set<Long> b) {
        int s = Integer.parseInt(index.scheme.selection().parameters().get("s"));
        TreeSet<Long> union = new TreeSet<>(Comparator.comparing(order::applyAsLong, Long::compareUnsigned));
        union.addAll(a);
        union.addAll(b);
        List<Long> smallest = union.stream().limit(s).toList();
        return ratio(
                smallest.stream().filter(m -> a.contains(m) && b.contains(m)).count(), smallest.size());
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }

    private static double score(Measure measure, Figures f, double self) {
        return switch (measure) {
            case SHARED -> f.shared;
            case PERCENT -> ratio(100.0 * f.shared, self);
            case RESEMBLANCE -> f.resemblance;
            case CONTAINMENT -> ratio(f.shared, f.a);
            case CONTAINED -> ratio(f.shared, f.b);
            default -> throw new IllegalArgumentException(measure + " has weights");
        };
    }

    private OptionalDouble figure(Measure measure, Figures f, double self) {
        return strategy().equals("min-s") ? OptionalDouble.empty() : OptionalDouble.of(score(measure, f, self));
    }

    /** @param selection the selection of the query */
    public Matches query(byte[] text, Selection selection, QueryOptions options) {
        Fingerprint indexed = Fingerprinter.of(index.scheme).fingerprint(text);
        Fingerprint asked =
                Fingerprinter.of(index.scheme.withSelection(selection)).fingerprint(text);
        boolean same =
                Fingerprinter.of(index.scheme.withSelection(selection)).scheme().equals(index.scheme);
        Set<Long> comparable = bySize() ? level(set(asked), ModBySize.level(asked.words())) : set(asked);
        Doc query = new Doc("", asked.words(), comparable, set(full.fingerprint(text)));
        Set<Long> self = set(asked);
        self.retainAll(set(indexed));
        List<Match> matches = new ArrayList<>();
        documents.forEach((id, document) -> {
            Figures f = figures(query, document, options.maxDf());
            double own = same || bySize() ? f.a : self.size();
            double score = score(options.measure(), f, own);
            if (f.shared > 0 && score >= options.minScore()) {
                matches.add(new Match(
                        0,
                        id,
                        score,
                        f.shared,
                        figure(Measure.PERCENT, f, own),
                        OptionalDouble.of(f.resemblance),
                        figure(Measure.CONTAINMENT, f, own),
                        figure(Measure.CONTAINED, f, own)));
            }
        });
        // The sort is stable, so ties stay in the order of ids.
        matches.sort(Comparator.comparingDouble(Match::score).reversed());
        List<Match> best = new ArrayList<>();
        for (Match m : matches.subList(0, Math.min(options.top(), matches.size()))) {
            best.add(match(m, best.size() + 1, m.score()));
        }
        Figures own = figures(query, new Doc("", indexed.words(), set(indexed), query.all), QueryOptions.NO_LIMIT);
        double ownShared = same || bySize() ? own.a : self.size();
        return new Matches(
                best,
                query.kept.size(),
                ratio(query.kept.stream().filter(index.holders::containsKey).count(), query.kept.size()),
                (int) query.kept.stream()
                        .filter(m -> ignored(m, options.maxDf()))
                        .count(),
                OptionalDouble.of(score(options.measure(), own, ownShared)),
                query.kept.size());
    }

    /** What {@link IndexStats} counts. */
    public List<Object> figures() {
        return List.of(
                (long) documents.size(),
                index.words(),
                (long) index.holders.size(),
                index.singletons(),
                index.postings(),
                index.scheme);
    }

    public static List<Object> figures(Snapshot snapshot) {
        IndexStats s = snapshot.stats();
        return List.of(s.documents(), s.words(), s.minutiae(), s.singletons(), s.postings(), snapshot.scheme());
    }

    /** The id of the best match. */
    public static String best(Matches found) {
        return found.matches().get(0).id();
    }

    /** A match with another rank and score. */
    static Match match(Match m, int rank, double score) {
        return new Match(rank, m.id(), score, m.shared(), m.percent(), m.resemblance(), m.containment(), m.contained());
    }

    /** The measures without weights that the scheme can give. */
    public static List<Measure> measures(Scheme scheme) {
        return scheme.selection().name().equals("min-s")
                ? List.of(Measure.RESEMBLANCE, Measure.SHARED)
                : Arrays.stream(Measure.values()).filter(m -> !m.weighted()).toList();
    }

    public FoundPairs pairs(SimilarityOptions options) {
        LeftOut leftOut = new LeftOut(options);
        List<Pair> pairs = new ArrayList<>();
        documents.forEach((idA, a) -> documents.forEach((idB, b) -> {
            int order = SlowIndex.BY_UTF8.compare(idA, idB);
            if ((order < 0 || order > 0 && !options.measure().symmetric()) && leftOut.candidates(a, b)) {
                Figures f = leftOut.figures(a, b, false);
                double content = score(options.measure(), f, 0);
                double whole = score(options.measure(), leftOut.figures(a, b, true), 0);
                double score = Math.max(content, Math.min(whole, 4 / 3.0 * content));
                if (f.shared > 0 && score >= options.minScore()) {
                    pairs.add(new Pair(
                            idA,
                            idB,
                            score,
                            f.shared,
                            OptionalDouble.of(f.resemblance),
                            figure(Measure.CONTAINMENT, f, 0),
                            figure(Measure.CONTAINED, f, 0),
                            Optional.empty()));
                }
            }
        }));
        pairs.sort(Comparator.comparingDouble(Pair::score).reversed());
        return new FoundPairs(
                pairs.subList(0, (int) Math.min(options.top(), pairs.size())),
                index.holders.keySet().stream()
                        .filter(m -> held(m) > options.maxDf())
                        .count());
    }

    /** By series, the number of its documents, of the minutiae of its template, and of documents that consist of it. */
    Map<String, List<Long>> templates(SimilarityOptions options) {
        LeftOut leftOut = new LeftOut(options);
        Map<String, List<Long>> templates = new HashMap<>();
        leftOut.templates.forEach((series, template) -> {
            List<Doc> of = documents.values().stream()
                    .filter(d -> leftOut.series(d).equals(Optional.of(series)))
                    .toList();
            long only = of.stream()
                    .filter(d -> !d.kept.isEmpty() && template.containsAll(d.kept))
                    .count();
            if (!template.isEmpty()) {
                templates.put(series, List.of((long) of.size(), (long) template.size(), only));
            }
        });
        return templates;
    }

    /** The minutiae that a search for pairs leaves out: those of many documents, of frames and of templates. */
    private final class LeftOut {
        private static final int SKETCH = 128;
        private static final int LENGTH = 3;

        private final SimilarityOptions options;
        /** The documents by family; the series of the first is that of all. */
        private final Map<Object, List<Doc>> members = new LinkedHashMap<>();
        /** By series, the first document of each family. */
        private final Map<String, List<Doc>> families = new HashMap<>();

        private final Map<String, Set<Long>> templates = new HashMap<>();
        private final Set<Long> frames = new HashSet<>();
        private final Map<Doc, Set<Long>> counted = new IdentityHashMap<>();
        private final Map<Doc, Set<Long>> shingles = new IdentityHashMap<>();
        private final Map<Long, Set<Object>> holdingShingle = new HashMap<>();

        LeftOut(SimilarityOptions options) {
            this.options = options;
            for (Doc d : documents.values()) {
                members.computeIfAbsent(sharing.family(d.id), any -> new ArrayList<>())
                        .add(d);
            }
            for (List<Doc> family : members.values()) {
                Doc first = family.get(0);
                series(first).ifPresent(s -> families.computeIfAbsent(s, any -> new ArrayList<>())
                        .add(first));
            }
            families.forEach((s, firsts) -> templates.put(
                    s,
                    index.holders.keySet().stream()
                            .filter(m -> isTemplate(firsts, m))
                            .collect(Collectors.toSet())));
            index.holders.keySet().stream().filter(this::isFrame).forEach(frames::add);
            for (Doc d : documents.values()) {
                Doc rest = d.without(m -> isTemplate(d, m) || held(m) > options.maxDf() || frames.contains(m));
                counted.put(d, rest.kept);
                shingles.put(d, superShingles(rest.kept));
                shingles.get(d).forEach(s -> holdingShingle
                        .computeIfAbsent(s, any -> new HashSet<>())
                        .add(sharing.family(d.id)));
            }
        }

        Optional<String> series(Doc d) {
            String first = members.get(sharing.family(d.id)).get(0).id;
            return options.templates().flatMap(t -> t.series().of(first));
        }

        private boolean isTemplate(List<Doc> families, long minutia) {
            Templates rule = options.templates().orElseThrow();
            long held = families.stream().filter(d -> d.kept.contains(minutia)).count();
            return held >= rule.least() && held >= rule.share() * families.size();
        }

        private boolean isTemplate(Doc d, long minutia) {
            return d.kept.contains(minutia)
                    && series(d).filter(s -> templates.get(s).contains(minutia)).isPresent();
        }

        /**
         * True for what many families hold of which at most half are copies; for what half as many hold of which few
         * lack text of their own; and for what few hold that have about three contents, and none of which has nothing
         * else.
         */
        private boolean isFrame(long minutia) {
            long held = held(minutia);
            long many = options.commonDf();
            List<Doc> holding = members.values().stream()
                    .map(family -> family.get(0))
                    .filter(d -> d.kept.contains(minutia))
                    .toList();
            if (held > many) {
                // What is around a copy does not count.
                long around = held > 16 * many ? Long.MAX_VALUE : 16 * many;
                return 0.5 * held
                        >= holding.stream()
                                .filter(d ->
                                        above(d, many) - above(d, around) > 0.92 * (d.kept.size() - above(d, around)))
                                .count();
            }
            boolean half = held > 0.5 * many
                    && holding.stream().filter(this::votesForFrame).count() >= 0.9 * held;
            boolean few = held <= 10
                    && holding.stream().noneMatch(d -> 3 * (below(d, held) + above(d, many)) <= d.kept.size())
                    && holding.stream().mapToLong(d -> contents(d, held)).sum() >= 2.6 * 2_520;
            return many < SimilarityOptions.NO_LIMIT && held > 2 && (half || few);
        }

        private boolean votesForFrame(Doc d) {
            int size = d.kept.size();
            long common = above(d, options.commonDf());
            long own = size - above(d, Math.min(10, Math.max(1, options.commonDf() / 5)));
            return common >= 0.5 * size || 10 * own >= size - common;
        }

        /** The contents of a document in 2,520ths: what n hold counts as one n-th. */
        private long contents(Doc d, long limit) {
            long sum = d.kept.stream()
                    .mapToLong(SlowSearch.this::held)
                    .filter(held -> held < limit)
                    .map(held -> 2_520 / held)
                    .sum();
            return sum / (below(d, limit) + 1);
        }

        private long below(Doc d, long limit) {
            return d.kept.size() - above(d, limit - 1);
        }

        private long above(Doc d, long limit) {
            return d.kept.stream().filter(m -> held(m) > limit).count();
        }

        private Set<Long> superShingles(Set<Long> minutiae) {
            if (options.superShingles() == 0) {
                return Set.of();
            }
            List<Long> sketch = minutiae.stream()
                    .sorted(Long::compareUnsigned)
                    .limit(SKETCH)
                    .toList();
            return IntStream.rangeClosed(0, Math.max(0, sketch.size() - LENGTH))
                    .filter(from -> !sketch.isEmpty())
                    .mapToObj(from -> sketch.subList(from, Math.min(sketch.size(), from + LENGTH)).stream()
                            .reduce((long) LENGTH, (hash, minutia) -> SplitMix64.mix(hash ^ minutia)))
                    .distinct()
                    .sorted()
                    .limit(options.superShingles())
                    .collect(Collectors.toSet());
        }

        /** The limits only choose the pairs that are compared. Equal fingerprints always are. */
        boolean candidates(Doc a, Doc b) {
            boolean equal = !bySize() && sharing.family(a.id).equals(sharing.family(b.id));
            boolean shingled = options.superShingles() == 0
                    || equal
                    || shingles.get(a).stream()
                            .anyMatch(s -> shingles.get(b).contains(s)
                                    && holdingShingle.get(s).size() <= options.maxDf());
            return shingled
                    && (equal || index.shares(a.id, b.id) || !Collections.disjoint(counted.get(a), counted.get(b)));
        }

        /** The same minutiae are left out of both documents; none if they are equal. */
        Figures figures(Doc a, Doc b, boolean whole) {
            LongPredicate none = minutia -> false;
            if (a.kept.equals(b.kept) || frames.isEmpty() && options.templates().isEmpty()) {
                return SlowSearch.this.figures(a, b, none);
            }
            LongPredicate leftOut = m -> isTemplate(a, m) || isTemplate(b, m) || !whole && frames.contains(m);
            return SlowSearch.this.figures(a.without(leftOut), b.without(leftOut), none);
        }
    }

    public Scheme scheme() {
        return index.scheme;
    }

    // Weighted measures.

    /** The weighted measures that the scheme can give. */
    public static List<Measure> weighted(Scheme scheme) {
        boolean counts =
                List.of("min-s", "mod-by-size").contains(scheme.selection().name());
        return counts
                ? List.of()
                : Arrays.stream(Measure.values())
                        .filter(m -> m.weighted() && (scheme.frequencies() || !m.usesFrequencies()))
                        .toList();
    }

    private static Map<Long, Integer> terms(Fingerprint f) {
        Map<Long, Integer> terms = new HashMap<>();
        IntStream.range(0, f.size()).forEach(i -> terms.put(f.minutia(i), f.frequency(i)));
        return terms;
    }

    /** N ÷ f_t; a minutia that no document holds counts as held by one. */
    private double ratio(long t) {
        return Math.max(1, index.documents.size()) / (double) Math.max(1, holders(t));
    }

    private int holders(long t) {
        return index.holders.getOrDefault(t, new TreeMap<>()).size();
    }

    private double rarity(Map<Long, Integer> terms) {
        return terms.keySet().stream().mapToDouble(t -> Math.log(1 + ratio(t))).sum();
    }

    /** @param maxDf minutiae that more documents hold are not counted as shared */
    double score(Measure measure, Fingerprint query, Fingerprint document, long maxDf) {
        return score(measure, query, document, t -> holders(t) > maxDf);
    }

    private double score(Measure measure, Fingerprint query, Fingerprint document, LongPredicate ignored) {
        Map<Long, Integer> q = terms(query);
        Map<Long, Integer> d = terms(document);
        double sum = 0;
        for (long t : q.keySet()) {
            if (!d.containsKey(t) || ignored.test(t)) {
                continue;
            }
            double fdt = d.get(t);
            double fqt = q.get(t);
            double ratio = ratio(t);
            sum += switch (measure) {
                case WEIGHTED_RESEMBLANCE, WEIGHTED_CONTAINMENT -> Math.log(1 + ratio);
                case INNER_PRODUCT, NORMALISED_INNER_PRODUCT, COSINE -> (1 + Math.log(fdt)) * Math.log(1 + ratio);
                case IDENTITY_1, IDENTITY_4 -> Math.log(ratio) / (1 + Math.abs(fdt - fqt));
                case IDENTITY_2 -> Math.log(1 + ratio) / (1 + Math.abs(fdt - fqt));
                case IDENTITY_3 -> Math.log(1 + ratio) * (fdt + fqt) / (1 + Math.abs(fdt - fqt));
                case IDENTITY_5 -> ratio / (1 + Math.abs(fdt - fqt));
                default -> throw new IllegalArgumentException(measure + " has no weights");
            };
        }
        if (sum == 0) {
            return 0;
        }
        double fd = document.words();
        double fq = query.words();
        return switch (measure) {
            case WEIGHTED_RESEMBLANCE -> sum / (rarity(q) + rarity(d) - sum);
            case WEIGHTED_CONTAINMENT -> sum / rarity(q);
            case INNER_PRODUCT -> sum;
            case NORMALISED_INNER_PRODUCT -> sum / Math.sqrt(fd);
            case COSINE ->
                sum
                        / Math.sqrt(d.values().stream()
                                .mapToDouble(f -> Math.pow(1 + Math.log(f), 2))
                                .sum());
            case IDENTITY_1 -> sum / (1 + Math.abs(fd - fq));
            default -> sum / (1 + Math.log(1 + Math.abs(fd - fq)));
        };
    }

    /** Checks the whole result of a query by one measure. */
    public void checkRanking(Snapshot snapshot, byte[] text, Selection selection, Measure measure, long maxDf) {
        Fingerprint query = Fingerprinter.of(scheme().withSelection(selection)).fingerprint(text);
        Fingerprint own = Fingerprinter.of(scheme()).fingerprint(text);
        QueryOptions all = TestOptions.query(measure, 10_000, 0, maxDf).exactWeights(true);
        Matches found = snapshot.query(text, selection, all);
        Matches counted = query(text, selection, all.measure(Measure.SHARED));
        assertEquals(byId(counted), byId(found), () -> "all but ranks and scores of " + measure);
        assertEquals(
                List.of(counted.minutiae(), counted.known(), counted.ignored()),
                List.of(found.minutiae(), found.known(), found.ignored()));
        for (Match m : found.matches()) {
            assertClose(score(measure, query, index.documents.get(m.id()), maxDf), m.score(), measure + " " + m.id());
        }
        List<Match> sorted = found.matches().stream()
                .sorted(Comparator.comparingDouble(Match::score).reversed().thenComparing(Match::id, SlowIndex.BY_UTF8))
                .toList();
        assertEquals(sorted, found.matches());
        boolean unknown = measure == Measure.WEIGHTED_RESEMBLANCE
                && !Fingerprinter.of(scheme().withSelection(selection)).scheme().equals(scheme());
        assertEquals(unknown, found.self().isEmpty());
        if (!unknown) {
            assertClose(
                    score(measure, query, own, QueryOptions.NO_LIMIT),
                    found.self().getAsDouble(),
                    measure + " itself");
        }
        checkCuts(snapshot, text, selection, all, found);
    }

    /** W(B) by the stored mean, which SegmentMergeTest compares with the documents of the segment. */
    private double storedWeight(SealedPart part, String id, int minutiae) {
        double mean =
                part.segment().documents().meanLog(part.segment().documents().find(id));
        return minutiae * Math.max(Math.log(2), Math.log(index.documents.size()) - mean);
    }

    /** The mean of ln f_t over the minutiae of a query. */
    private double meanLog(Map<Long, Integer> query) {
        return query.keySet().stream()
                .mapToDouble(t -> Math.log(Math.max(1, holders(t))))
                .average()
                .orElse(0);
    }

    /** Checks weighted resemblance without a pass over the index. */
    void checkStored(Snapshot snapshot, List<Part> parts, byte[] text, long maxDf) {
        Fingerprint query = Fingerprinter.of(scheme()).fingerprint(text);
        double ofQuery = rarity(terms(query));
        QueryOptions all = TestOptions.query(Measure.WEIGHTED_RESEMBLANCE, 10_000, 0, maxDf);
        Matches found = snapshot.query(text, all);
        for (Match m : found.matches()) {
            Fingerprint document = index.documents.get(m.id());
            double sum = score(Measure.WEIGHTED_CONTAINMENT, query, document, maxDf) * ofQuery;
            long left = document.size() - m.shared();
            Part part = parts.stream()
                    .filter(p -> p.living(RandomCorpus.utf8(m.id())) >= 0)
                    .findFirst()
                    .orElseThrow();
            double weight = sum;
            if (left > 0 && part instanceof SealedPart sealed && 2 * part.documents() > index.documents.size()) {
                weight = Math.max(sum, storedWeight(sealed, m.id(), document.size()));
            } else if (left > 0) {
                weight += left * Math.max(Math.log(2), Math.log(index.documents.size()) - meanLog(terms(query)));
            }
            double expected = sum / (ofQuery + weight - sum);
            assertEquals(expected, m.score(), STORED * expected, m::toString);
        }
        checkCuts(snapshot, text, scheme().selection(), all, found);
    }

    /** Checks that top and minScore cut the full result. */
    private static void checkCuts(
            Snapshot snapshot, byte[] text, Selection selection, QueryOptions all, Matches found) {
        List<Match> matches = found.matches();
        for (int top : new int[] {1, 3}) {
            assertEquals(
                    matches.subList(0, Math.min(top, matches.size())),
                    snapshot.query(text, selection, all.top(top)).matches(),
                    all::toString);
        }
        if (!matches.isEmpty()) {
            double middle = matches.get(matches.size() / 2).score();
            assertEquals(
                    matches.stream().filter(m -> m.score() >= middle).toList(),
                    snapshot.query(text, selection, all.minScore(middle)).matches(),
                    all::toString);
        }
    }

    private static Map<String, Match> byId(Matches matches) {
        Map<String, Match> byId = new TreeMap<>();
        matches.matches().forEach(m -> byId.put(m.id(), match(m, 0, 0)));
        return byId;
    }

    /** Checks pairs by weighted resemblance or containment, the only weighted measures for pairs. */
    public void checkPairs(Snapshot snapshot, Measure measure, long maxDf) {
        Map<List<String>, Pair> found = new HashMap<>();
        double last = Double.MAX_VALUE;
        for (Pair pair : FoundPairs.of(snapshot, TestOptions.pairs(measure, 0, 10_000, maxDf, 2))
                .pairs()) {
            found.put(List.of(pair.a(), pair.b()), pair);
            assertTrue(pair.score() <= last);
            last = pair.score();
            assertClose(
                    score(measure, index.documents.get(pair.a()), index.documents.get(pair.b()), minutia -> false),
                    pair.score(),
                    measure + " " + pair);
        }
        Map<List<String>, Pair> counted = new HashMap<>();
        Measure like = measure.symmetric() ? Measure.RESEMBLANCE : Measure.CONTAINMENT;
        pairs(TestOptions.pairs(like, 0, 10_000, maxDf, 1)).pairs().forEach(p -> counted.put(List.of(p.a(), p.b()), p));
        assertEquals(counted.keySet(), found.keySet());
        found.forEach((ids, p) -> assertEquals(withoutScore(counted.get(ids)), withoutScore(p)));
    }

    private static Pair withoutScore(Pair p) {
        return pair(p, p.a(), p.b(), 0);
    }

    /** A pair with other ids and another score. */
    static Pair pair(Pair p, String a, String b, double score) {
        return new Pair(a, b, score, p.shared(), p.resemblance(), p.containment(), p.contained(), p.family());
    }

    private static void assertClose(double expected, double actual, String what) {
        assertEquals(expected, actual, CLOSE * Math.max(1, Math.abs(expected)), what);
    }

    /** Options from positional arguments, which keeps loops over many combinations short. */
    public static final class TestOptions {
        private TestOptions() {}

        public static QueryOptions query(Measure measure, int top, double minScore, long maxDf) {
            return QueryOptions.DEFAULT
                    .measure(measure)
                    .top(top)
                    .minScore(minScore)
                    .maxDf(maxDf);
        }

        /** Options for every pair, not for families. */
        public static SimilarityOptions pairs(Measure measure, double minScore, long top, long maxDf, int threads) {
            return SimilarityOptions.PAIRS
                    .measure(measure)
                    .minScore(minScore)
                    .top(top)
                    .maxDf(maxDf)
                    .threads(threads)
                    .expanded(true);
        }
    }

    /** What an index holds, in the plainest form: fingerprints by id and documents by minutia. */
    public static final class SlowIndex {
        /** Ids as an index orders them. */
        public static final Comparator<String> BY_UTF8 =
                (a, b) -> Arrays.compareUnsigned(RandomCorpus.utf8(a), RandomCorpus.utf8(b));

        public final Scheme scheme;
        public final TreeMap<String, Fingerprint> documents = new TreeMap<>(BY_UTF8);
        /** By minutia, unsigned ascending: each document that holds it, with its frequency there. */
        public final TreeMap<Long, TreeMap<String, Integer>> holders = new TreeMap<>(Long::compareUnsigned);
        /** By id, the family whose postings the document shares. */
        private final Map<String, List<String>> families = new HashMap<>();

        public SlowIndex(Scheme scheme, Map<String, byte[]> corpus, long minDocument) {
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            this.scheme = fingerprinter.scheme();
            corpus.forEach((id, text) -> {
                Fingerprint f = fingerprinter.fingerprint(text);
                if (f.words() >= minDocument) {
                    put(id, f);
                }
            });
        }

        private void put(String id, Fingerprint f) {
            documents.put(id, f);
            for (int i = 0; i < f.size(); i++) {
                holders.computeIfAbsent(f.minutia(i), m -> new TreeMap<>(BY_UTF8))
                        .put(id, f.frequency(i));
            }
        }

        /** A copy in which all documents of equal minutiae share postings. */
        public SlowIndex sharing() {
            SlowIndex copy = new SlowIndex(scheme, Map.of(), 0);
            documents.forEach(copy::put);
            Map<Set<Long>, List<String>> equal =
                    documents.keySet().stream().collect(Collectors.groupingBy(id -> set(documents.get(id))));
            equal.remove(Set.of());
            equal.values().forEach(copy::share);
            return copy;
        }

        /** The documents with which one shares postings, and itself, in the order of their ids. */
        public List<String> family(String id) {
            return families.getOrDefault(id, List.of(id));
        }

        /** Of documents that share postings only the first counts as a holder. */
        public void share(List<String> family) {
            List<String> sorted = family.stream().sorted(BY_UTF8).toList();
            sorted.forEach(id -> families.put(id, sorted));
            for (String alias : sorted.subList(1, sorted.size())) {
                Fingerprint f = documents.get(alias);
                for (int i = 0; i < f.size(); i++) {
                    holders.get(f.minutia(i)).remove(alias);
                }
            }
        }

        /** True if two documents share postings. */
        public boolean shares(String a, String b) {
            return families.containsKey(a) && families.get(a) == families.get(b);
        }

        public long words() {
            return documents.values().stream().mapToLong(f -> f.words()).sum();
        }

        public long postings() {
            return holders.values().stream().mapToLong(Map::size).sum();
        }

        public long singletons() {
            return holders.values().stream().filter(h -> h.size() == 1).count();
        }
    }
}

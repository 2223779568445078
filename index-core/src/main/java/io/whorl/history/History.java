package io.whorl.history;

import io.whorl.cluster.ClusterOptions;
import io.whorl.measure.Measure;
import io.whorl.pairs.ListCounts;
import io.whorl.pairs.ListCounts.ListWalk;
import io.whorl.pairs.PairScratch;
import io.whorl.pairs.VersionSource;
import io.whorl.parts.SegmentSide;
import io.whorl.score.Comparison;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentLists;
import io.whorl.store.DocumentTable;
import io.whorl.store.Families;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * The versions of a document.
 *
 * @param versions the versions with a date, by date; those of equal dates by id
 * @param undated the versions without a date, by id
 * @param complete false if there are more versions than {@link HistoryOptions#most}
 */
public record History(List<Version> versions, List<Version> undated, boolean complete) {
    public History {
        versions = List.copyOf(versions);
        undated = List.copyOf(undated);
    }

    /**
     * For the snapshots of this module.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static History of(String id, HistoryOptions options, VersionSource source) {
        VersionSearch found = new VersionSearch(options, source);
        List<String> ids = found.versions(id);
        List<VersionSource.Facts> facts = ids.stream().map(source::facts).toList();
        List<VersionSource.Facts> dated = new ArrayList<>(facts);
        dated.removeIf(f -> f.date().isEmpty());
        dated.sort(Comparator.comparing((VersionSource.Facts f) -> f.date().orElseThrow())
                .thenComparing(VersionSource.Facts::id, ids()));
        List<VersionSource.Facts> undated = new ArrayList<>(facts);
        undated.removeIf(f -> f.date().isPresent());
        undated.sort(Comparator.comparing(VersionSource.Facts::id, ids()));
        Counts counts = Counts.of(source.facts(id), dated, undated, source);
        return new History(counts.dated, counts.undated, found.isComplete());
    }

    /**
     * For the snapshots of this module: the history of a document of a segment that stores no texts.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static History scanned(Segment segment, String id, HistoryOptions options, ScratchSpace space) {
        return ScannedVersions.history(segment, id, options, space);
    }

    /** The order of ids in an index: by code points, which is the order of their UTF-8 bytes. */
    private static Comparator<String> ids() {
        return Comparator.comparing(id -> id.codePoints().toArray(), Arrays::compare);
    }

    /** Counts what versions share with the document and with each other. */
    private record Counts(List<Version> dated, List<Version> undated) {
        static Counts of(
                VersionSource.Facts document,
                List<VersionSource.Facts> dated,
                List<VersionSource.Facts> undated,
                VersionSource source) {
            List<String> a = new ArrayList<>();
            List<String> b = new ArrayList<>();
            for (List<VersionSource.Facts> some : List.of(dated, undated)) {
                some.forEach(f -> {
                    a.add(document.id());
                    b.add(f.id());
                });
            }
            // Of versions of one date, none is before another.
            int[] before = new int[dated.size()];
            for (int i = 0; i < dated.size(); i++) {
                boolean same =
                        i > 0 && dated.get(i).date().equals(dated.get(i - 1).date());
                before[i] = same ? before[i - 1] : i - 1;
                if (before[i] >= 0) {
                    a.add(dated.get(before[i]).id());
                    b.add(dated.get(i).id());
                }
            }
            VersionSource.Shared[] shared = source.shared(a, b);
            List<Version> first = new ArrayList<>();
            int next = dated.size() + undated.size();
            for (int i = 0; i < dated.size(); i++) {
                Optional<Version.Kept> kept =
                        before[i] < 0 ? Optional.empty() : Optional.of(kept(dated.get(before[i]), shared[next++]));
                first.add(version(dated.get(i), shared[i], kept));
            }
            List<Version> second = new ArrayList<>();
            for (int i = 0; i < undated.size(); i++) {
                second.add(version(undated.get(i), shared[dated.size() + i], Optional.empty()));
            }
            return new Counts(first, second);
        }

        private static Version version(
                VersionSource.Facts facts, VersionSource.Shared shared, Optional<Version.Kept> kept) {
            return new Version(facts.id(), facts.date(), facts.words(), facts.minutiae(), shared.resemblance(), kept);
        }

        private static Version.Kept kept(VersionSource.Facts before, VersionSource.Shared shared) {
            return new Version.Kept(
                    before.id(), shared.minutiae(), shared.containment(), shared.contained(), shared.resemblance());
        }
    }

    /**
     * Finds versions in a segment that stores neither texts nor forward records: one pass over the table counts the
     * minutiae that lead to each list, and each question takes a pass over the lists. One thread at a time.
     */
    private static final class ScannedVersions implements VersionSource {
        private final Segment segment;
        private final DocumentTable documents;
        private final Families families;
        private final HistoryOptions options;
        private final ListCounts counts;
        private final Function<String, Optional<Instant>> dates;
        private final Comparison comparison;
        private final SegmentSide sideA;
        private final SegmentSide sideB;
        private int[] holders = new int[64];

        /** @param space for arrays that exceed the memory of the options */
        ScannedVersions(Segment segment, HistoryOptions options, ScratchSpace space) throws IOException {
            this.segment = segment;
            this.options = options;
            documents = segment.documents();
            families = segment.families();
            comparison = Comparison.of(segment.scheme());
            sideA = new SegmentSide(segment);
            sideB = new SegmentSide(segment);
            dates = options.dates()
                    .orElse(id -> DocumentDate.instant(segment.dates().date(documents.find(id))));
            try (PairScratch kept = new PairScratch(options.memory() / 2, space)) {
                counts = ListCounts.of(segment, kept);
            }
        }

        /**
         * For the snapshots of this module: the history of a document of a segment.
         *
         * @param id the id of a document of the segment
         */
        static History history(Segment segment, String id, HistoryOptions options, ScratchSpace space) {
            try {
                return History.of(id, options, new ScannedVersions(segment, options, space));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Facts facts(String id) {
            long d = documents.find(id);
            return new Facts(id, dates.apply(id), documents.words(d), documents.minutiae(d));
        }

        @Override
        public List<List<Hit>> near(List<String> ids) {
            List<List<Hit>> near = new ArrayList<>();
            int most =
                    (int) Math.max(1, Math.min(ids.size(), options.memory() / 2 / (Integer.BYTES * documents.size())));
            for (int from = 0; from < ids.size(); from += most) {
                near.addAll(together(ids.subList(from, Math.min(from + most, ids.size()))));
            }
            return near;
        }

        /** Counts for as many documents as fit the memory in one pass. */
        private List<List<Hit>> together(List<String> ids) {
            // Documents of one family have the same counts.
            Map<Integer, int[]> shared = new HashMap<>();
            for (String id : ids) {
                shared.computeIfAbsent(first(ordinal(id)), first -> new int[(int) documents.size()]);
            }
            ListWalk.forEach(segment.lists(), (place, list) -> {
                if (list.left() <= options.maxDf()) {
                    add(place, list, shared);
                }
            });
            return ids.stream()
                    .map(id -> hits(ordinal(id), shared.get(first(ordinal(id)))))
                    .toList();
        }

        private void add(long place, DocumentLists.Cursor list, Map<Integer, int[]> shared) {
            int n = (int) list.left();
            holders = n > holders.length ? new int[2 * n] : holders;
            for (int i = 0; i < n && list.next(); i++) {
                holders[i] = (int) list.document();
            }
            int minutiae = counts.minutiae(place);
            for (int i = 0; i < n; i++) {
                int[] of = shared.get(holders[i]);
                for (int k = 0; of != null && k < n; k++) {
                    of[holders[k]] += minutiae;
                }
            }
        }

        private List<Hit> hits(int document, int[] shared) {
            List<Hit> hits = new ArrayList<>();
            int first = first(document);
            for (int d = 0; d < shared.length; d++) {
                boolean equal = d == first && documents.minutiae(first) > 0;
                if (shared[d] == 0 && !equal) {
                    continue;
                }
                comparison.set(equal ? (int) documents.minutiae(first) : shared[d], sideA.at(document), sideB.at(d));
                double score = comparison.score(options.measure());
                for (long member = d; score >= options.minScore() && member >= 0; member = after(d, member)) {
                    if (member != document) {
                        hits.add(new Hit(documents.id(member), score));
                    }
                }
            }
            // Members of a family follow its first document, so equal scores are sorted by ordinal, which is by id.
            hits.sort(Comparator.comparingDouble(Hit::score).reversed().thenComparing(h -> documents.find(h.id())));
            return hits;
        }

        @Override
        public Shared[] shared(List<String> a, List<String> b) {
            int[] shared = new int[a.size()];
            Map<Integer, List<Integer>> pairs = new HashMap<>();
            int[] others = new int[a.size()];
            for (int i = 0; i < shared.length; i++) {
                int first = first(ordinal(a.get(i)));
                others[i] = first(ordinal(b.get(i)));
                if (first == others[i]) {
                    shared[i] = (int) documents.minutiae(first);
                } else {
                    pairs.computeIfAbsent(first, any -> new ArrayList<>()).add(i);
                }
            }
            if (!pairs.isEmpty()) {
                count(pairs, others, shared);
            }
            Shared[] result = new Shared[shared.length];
            for (int i = 0; i < result.length; i++) {
                int x = ordinal(a.get(i));
                int y = ordinal(b.get(i));
                result[i] = x == y ? Shared.all(shared[i]) : compared(x, y, shared[i]);
            }
            return result;
        }

        private Shared compared(int x, int y, int shared) {
            comparison.set(shared, sideA.at(x), sideB.at(y));
            boolean sets = !comparison.onlyResemblance();
            return new Shared(
                    shared,
                    comparison.resemblance(),
                    sets ? OptionalDouble.of(comparison.score(Measure.CONTAINMENT)) : OptionalDouble.empty(),
                    sets ? OptionalDouble.of(comparison.score(Measure.CONTAINED)) : OptionalDouble.empty());
        }

        private void count(Map<Integer, List<Integer>> pairs, int[] others, int[] shared) {
            ListWalk.forEach(segment.lists(), (place, list) -> {
                int n = (int) list.left();
                holders = n > holders.length ? new int[2 * n] : holders;
                for (int i = 0; i < n && list.next(); i++) {
                    holders[i] = (int) list.document();
                }
                for (int i = 0; i < n; i++) {
                    for (int pair : pairs.getOrDefault(holders[i], List.of())) {
                        boolean both = Arrays.binarySearch(holders, 0, n, others[pair]) >= 0;
                        shared[pair] += both ? counts.minutiae(place) : 0;
                    }
                }
            });
        }

        private int ordinal(String id) {
            return (int) documents.find(id);
        }

        /** The first document of the family of a document, which alone is in lists. */
        private int first(int document) {
            long member = document;
            for (long next = families.next(member); next > member; next = families.next(member)) {
                member = next;
            }
            return (int) families.next(member);
        }

        private long after(int first, long member) {
            return families.isEmpty() ? -1 : families.after(first, member);
        }
    }

    /** Finds the versions of a document, the nearest first. Used once. */
    private static final class VersionSearch {
        private final HistoryOptions options;
        private final VersionSource source;
        private boolean complete = true;

        VersionSearch(HistoryOptions options, VersionSource source) {
            this.options = options;
            this.source = source;
        }

        /** The ids of the versions, with the document itself. */
        List<String> versions(String id) {
            Set<String> found = new LinkedHashSet<>(Set.of(id));
            List<String> outermost = List.of(id);
            boolean star = options.link() == ClusterOptions.Link.STAR;
            for (int round = 0; !outermost.isEmpty() && !(star && round > 0); round++) {
                List<String> next = new ArrayList<>();
                for (List<VersionSource.Hit> hits : source.near(outermost)) {
                    for (VersionSource.Hit hit : hits) {
                        if (found.size() < options.most() && found.add(hit.id())) {
                            next.add(hit.id());
                        } else if (!found.contains(hit.id())) {
                            complete = false;
                        }
                    }
                }
                outermost = next;
            }
            return List.copyOf(found);
        }

        /** Whether all versions were found: false if there are more than the options allow. */
        boolean isComplete() {
            return complete;
        }
    }
}

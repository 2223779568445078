package io.whorl.history;

import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Pair;
import io.whorl.measure.Measure;
import io.whorl.pairs.ListCounts;
import io.whorl.pairs.ListCounts.ListWalk;
import io.whorl.pairs.PairScratch;
import io.whorl.pairs.VersionSource;
import io.whorl.pairs.VersionSource.Facts;
import io.whorl.pairs.VersionSource.Hit;
import io.whorl.pairs.VersionSource.Shared;
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
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    /** By date, and then by id in the order of an index: by code points, which is that of their UTF-8 bytes. */
    private static final Comparator<Facts> DATED_FIRST = Comparator.comparing(
                    (Facts f) -> f.date().isEmpty())
            .thenComparing(f -> f.date().orElse(Instant.EPOCH))
            .thenComparing(f -> f.id().codePoints().toArray(), Arrays::compare);

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
        Set<String> ids = new LinkedHashSet<>(Set.of(id));
        boolean complete = find(ids, options, source);
        List<Facts> all = ids.stream().map(source::facts).sorted(DATED_FIRST).toList();
        int dated = (int) all.stream().filter(f -> f.date().isPresent()).count();
        List<String> a = new ArrayList<>(Collections.nCopies(all.size(), id));
        List<String> b = new ArrayList<>(all.stream().map(Facts::id).toList());
        // Of versions of one date, none is before another.
        int[] before = new int[all.size()];
        for (int i = 0; i < dated; i++) {
            boolean same = i > 0 && all.get(i).date().equals(all.get(i - 1).date());
            before[i] = same ? before[i - 1] : i - 1;
            if (before[i] >= 0) {
                a.add(all.get(before[i]).id());
                b.add(all.get(i).id());
            }
        }
        Shared[] shared = source.shared(a, b);
        List<Version> versions = new ArrayList<>();
        int next = all.size();
        for (int i = 0; i < all.size(); i++) {
            Optional<Pair> kept = i < dated && before[i] >= 0
                    ? Optional.of(kept(all.get(before[i]).id(), all.get(i).id(), shared[next++]))
                    : Optional.empty();
            Facts of = all.get(i);
            versions.add(new Version(of.id(), of.date(), of.words(), of.minutiae(), shared[i].resemblance(), kept));
        }
        return new History(versions.subList(0, dated), versions.subList(dated, all.size()), complete);
    }

    private static Pair kept(String before, String version, Shared shared) {
        return new Pair(
                before,
                version,
                shared.resemblance(),
                shared.minutiae(),
                OptionalDouble.of(shared.resemblance()),
                shared.containment(),
                shared.contained(),
                Optional.empty());
    }

    /** Adds the versions to the document itself, the nearest first; false if the options allow no more of them. */
    private static boolean find(Set<String> found, HistoryOptions options, VersionSource source) {
        boolean complete = true;
        List<String> outermost = List.copyOf(found);
        do {
            List<String> next = new ArrayList<>();
            for (List<Hit> hits : source.near(outermost)) {
                for (Hit hit : hits) {
                    if (found.size() < options.most() && found.add(hit.id())) {
                        next.add(hit.id());
                    } else if (!found.contains(hit.id())) {
                        complete = false;
                    }
                }
            }
            outermost = next;
        } while (options.link() == ClusterOptions.Link.COMPONENTS && !outermost.isEmpty());
        return complete;
    }

    /**
     * For the snapshots of this module: the history of a document of a segment that stores no texts.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static History scanned(Segment segment, String id, HistoryOptions options, ScratchSpace space) {
        try {
            return of(id, options, new ScannedVersions(segment, options, space));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
            try (PairScratch kept = new PairScratch(options.memory() / 2, 0, space)) {
                counts = ListCounts.of(segment, kept);
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
            int n = read(list);
            int minutiae = counts.minutiae(place);
            for (int i = 0; i < n; i++) {
                int[] of = shared.get(holders[i]);
                for (int k = 0; of != null && k < n; k++) {
                    of[holders[k]] += minutiae;
                }
            }
        }

        /** Reads the documents of a list into {@link #holders}; returns their number. */
        private int read(DocumentLists.Cursor list) {
            int n = (int) list.left();
            holders = n > holders.length ? new int[2 * n] : holders;
            for (int i = 0; i < n && list.next(); i++) {
                holders[i] = (int) list.document();
            }
            return n;
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
            return new Shared(
                    shared,
                    comparison.resemblance(),
                    comparison.known(Measure.CONTAINMENT),
                    comparison.known(Measure.CONTAINED));
        }

        private void count(Map<Integer, List<Integer>> pairs, int[] others, int[] shared) {
            ListWalk.forEach(segment.lists(), (place, list) -> {
                int n = read(list);
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
            return (int) families.first(document);
        }

        private long after(int first, long member) {
            return families.isEmpty() ? -1 : families.after(first, member);
        }
    }

    /**
     * A version of a document.
     *
     * @param id its id
     * @param date its date, if it has one
     * @param words the number of its surviving words
     * @param minutiae the number of its distinct minutiae
     * @param resemblance the resemblance of the document whose history this is; 1 for that document itself
     * @param kept the version before it as {@code a} and this version as {@code b}, with the resemblance as score:
     *     containment is the share that this version kept, and contained the share of it that is old. The version
     *     before is, of those with the latest date that is earlier, the last by id. Empty for the versions of the first
     *     date and for those without a date
     */
    public record Version(
            String id, Optional<Instant> date, long words, long minutiae, double resemblance, Optional<Pair> kept) {
        public Version {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(date, "date");
            Objects.requireNonNull(kept, "kept");
        }
    }
}

package io.whorl.history;

import io.whorl.cluster.Pair;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.history.Changes.Change;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.score.TermWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares every document of one collection with every document of another. */
final class SlowChanges {
    /** Documents that share postings, or one document. */
    private record Unit(List<String> ids, Fingerprint fingerprint, Set<Long> minutiae) {}

    private final class Side {
        private final SortedMap<String, Unit> units = new TreeMap<>();
        private final Map<Long, Integer> holders = new HashMap<>();

        Side(SortedMap<String, byte[]> corpus, boolean aliased) {
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            corpus.forEach((id, text) -> {
                Fingerprint f = fingerprinter.fingerprint(text);
                Optional<Unit> equal = units.values().stream()
                        .filter(u -> aliased && f.size() > 0)
                        .filter(u -> Arrays.equals(u.fingerprint.toArray(), f.toArray()))
                        .findFirst();
                if (equal.isPresent()) {
                    equal.get().ids.add(id);
                    units.put(id, equal.get());
                } else {
                    Set<Long> minutiae = new HashSet<>();
                    Arrays.stream(f.toArray()).forEach(minutiae::add);
                    units.put(id, new Unit(new ArrayList<>(List.of(id)), f, minutiae));
                    minutiae.forEach(m -> holders.merge(m, 1, Integer::sum));
                }
            });
        }

        int holders(long minutia) {
            return holders.getOrDefault(minutia, 0);
        }
    }

    private final Scheme scheme;
    private final ChangeOptions options;
    private final Side older;
    private final Side newer;
    private final Set<String> arrived = new HashSet<>();

    SlowChanges(
            SortedMap<String, byte[]> old,
            SortedMap<String, byte[]> young,
            Scheme scheme,
            boolean aliased,
            ChangeOptions options) {
        this.scheme = scheme;
        this.options = options;
        older = new Side(old, aliased);
        newer = new Side(young, aliased);
    }

    List<Change> changes() {
        List<Change> moved = new ArrayList<>();
        for (String id : older.units.keySet()) {
            moved.add(newer.units.containsKey(id) ? same(id) : found(id, older, newer, true));
        }
        List<Change> all = new ArrayList<>(moved);
        for (String id : newer.units.keySet()) {
            if (!older.units.containsKey(id) && !arrived.contains(id)) {
                all.add(found(id, newer, older, false));
            }
        }
        all.removeIf(c -> c.kind() == Change.Kind.SAME && !options.unchanged());
        all.sort(Comparator.comparing(Change::id));
        return all;
    }

    private Change same(String id) {
        Unit a = older.units.get(id);
        Unit b = newer.units.get(id);
        boolean same = a.minutiae.equals(b.minutiae) && a.fingerprint.words() == b.fingerprint.words();
        return same
                ? new Change(Change.Kind.SAME, id, Optional.empty())
                : new Change(Change.Kind.CHANGED, id, Optional.of(figures(id, id, a, b, older, newer, Long.MAX_VALUE)));
    }

    private Change found(String id, Side from, Side to, boolean old) {
        Unit unit = from.units.get(id);
        Pair best = null;
        List<Object> bestKey = List.of();
        for (Unit other : new HashSet<>(to.units.values())) {
            Optional<String> wanted =
                    other.ids.stream().filter(i -> !from.units.containsKey(i)).findFirst();
            String name = wanted.orElse(other.ids.get(0));
            Pair found = figures(id, name, unit, other, from, to, options.maxDf());
            if (found.shared() == 0 || found.score() < options.minScore()) {
                continue;
            }
            double alike = options.measure().weighted()
                    ? weighted(unit, other, from, to, options.maxDf(), true)
                    : found.resemblance().orElseThrow();
            List<Object> key = List.of(-found.score(), -alike, wanted.isPresent() ? 0 : 1, other.ids.get(0));
            if (best == null || compare(key, bestKey) < 0) {
                best = found;
                bestKey = key;
            }
        }
        if (best == null) {
            return new Change(old ? Change.Kind.GONE : Change.Kind.NEW, id, Optional.empty());
        }
        if (old) {
            arrived.add(best.b());
        }
        return new Change(old ? Change.Kind.MOVED : Change.Kind.COPIED, id, Optional.of(best));
    }

    @SuppressWarnings("unchecked")
    private static int compare(List<Object> a, List<Object> b) {
        for (int i = 0; i < a.size(); i++) {
            int order = ((Comparable<Object>) a.get(i)).compareTo(b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private Pair figures(String id, String name, Unit a, Unit b, Side from, Side to, long maxDf) {
        long shared = a.minutiae.stream()
                .filter(m -> b.minutiae.contains(m) && to.holders(m) <= maxDf)
                .count();
        double resemblance = ratio(shared, a.minutiae.size() + b.minutiae.size() - shared);
        double containment = ratio(shared, a.minutiae.size());
        double score =
                switch (options.measure()) {
                    case RESEMBLANCE -> resemblance;
                    case CONTAINMENT -> containment;
                    case SHARED -> shared;
                    case WEIGHTED_CONTAINMENT -> weighted(a, b, from, to, maxDf, false);
                    case WEIGHTED_RESEMBLANCE -> weighted(a, b, from, to, maxDf, true);
                    default ->
                        throw new IllegalArgumentException(options.measure().label());
                };
        return new Pair(
                id,
                name,
                score,
                shared,
                OptionalDouble.of(resemblance),
                OptionalDouble.of(containment),
                OptionalDouble.of(ratio(shared, b.minutiae.size())),
                Optional.empty());
    }

    private double weighted(Unit a, Unit b, Side from, Side to, long maxDf, boolean symmetric) {
        long sum = a.minutiae.stream()
                .filter(m -> b.minutiae.contains(m) && to.holders(m) <= maxDf)
                .mapToLong(this::weight)
                .sum();
        long ofA = a.minutiae.stream().mapToLong(this::weight).sum();
        long ofB = b.minutiae.stream().mapToLong(this::weight).sum();
        return ratio(sum, symmetric ? ofA + ofB - sum : ofA);
    }

    private long weight(long minutia) {
        long documents = (long) older.units.size() + newer.units.size();
        return TermWeights.rarity(documents, (long) older.holders(minutia) + newer.holders(minutia));
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }

    static Set<String> ids(List<Change> changes, Change.Kind kind) {
        Set<String> ids = new TreeSet<>();
        changes.stream().filter(c -> c.kind() == kind).forEach(c -> ids.add(c.id()));
        return ids;
    }

    static List<Measure> measures() {
        return List.of(
                Measure.WEIGHTED_CONTAINMENT,
                Measure.RESEMBLANCE,
                Measure.CONTAINMENT,
                Measure.SHARED,
                Measure.WEIGHTED_RESEMBLANCE);
    }
}

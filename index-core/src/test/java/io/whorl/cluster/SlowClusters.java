package io.whorl.cluster;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Makes clusters by comparing every document with every other. */
final class SlowClusters {
    /** A document and those with the same fingerprint. */
    private static final class Unit {
        private final Fingerprint fingerprint;
        private final List<String> ids = new ArrayList<>();
        private double sum;
        private int direct;
        private Unit component = this;
        private Unit link;
        private double score;
        private Unit nearest;
        private double nearestScore;

        private Unit(Fingerprint fingerprint) {
            this.fingerprint = fingerprint;
        }

        private String id() {
            return ids.get(0);
        }

        /** The oldest document; of equal dates, the first. */
        private String oldest(ClusterOptions options, int size) {
            return ids.subList(0, size).stream()
                    .min(Comparator.comparing((String id) -> key(options, id)).thenComparing(id -> id))
                    .orElseThrow();
        }

        private static Instant key(ClusterOptions options, String id) {
            return options.dates().flatMap(dates -> dates.apply(id)).orElse(Instant.MAX);
        }

        private Unit root() {
            return component == this ? this : component.root();
        }
    }

    private record Scored(Unit a, Unit b, double score) {}

    private final ClusterOptions options;
    private final List<Unit> units = new ArrayList<>();
    private final List<Scored> pairs = new ArrayList<>();

    SlowClusters(SortedMap<String, byte[]> corpus, Scheme scheme, ClusterOptions options) {
        this.options = options;
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        corpus.forEach((id, text) -> unit(fingerprinter.fingerprint(text)).ids.add(id));
        for (int i = 0; i < units.size(); i++) {
            for (int j = i + 1; j < units.size(); j++) {
                add(units.get(i), units.get(j));
                if (!options.measure().symmetric()) {
                    add(units.get(j), units.get(i));
                }
            }
        }
        Comparator<Scored> best = Comparator.comparing(Scored::score).reversed();
        pairs.sort(best.thenComparing(p -> p.a.id()).thenComparing(p -> p.b.id()));
        pairs.forEach(this::link);
    }

    private Unit unit(Fingerprint fingerprint) {
        for (Unit unit : units) {
            if (fingerprint.size() > 0 && Arrays.equals(unit.fingerprint.toArray(), fingerprint.toArray())) {
                return unit;
            }
        }
        units.add(new Unit(fingerprint));
        return units.get(units.size() - 1);
    }

    private void add(Unit a, Unit b) {
        double score = score(a, b);
        if (score >= options.minScore()) {
            pairs.add(new Scored(a, b, score));
        }
    }

    private double score(Unit a, Unit b) {
        int shared = a.fingerprint.shared(b.fingerprint);
        return switch (options.measure()) {
            case SHARED -> shared;
            case RESEMBLANCE -> (double) shared / (a.fingerprint.size() + b.fingerprint.size() - shared);
            case CONTAINMENT -> (double) shared / a.fingerprint.size();
            default -> throw new IllegalArgumentException("measure is " + options.measure());
        };
    }

    private double either(Unit a, Unit b) {
        return a.fingerprint.shared(b.fingerprint) == 0 ? 0 : Math.max(score(a, b), score(b, a));
    }

    private double self(Unit unit) {
        return options.measure() == Measure.SHARED ? unit.fingerprint.size() : 1;
    }

    private int size(Unit unit) {
        return self(unit) >= options.minScore() ? unit.ids.size() : 1;
    }

    private void link(Scored pair) {
        toward(pair.a, pair.b, pair.score);
        if (options.measure().symmetric()) {
            toward(pair.b, pair.a, pair.score);
        }
        pair.a.root().component = pair.b.root();
    }

    private void toward(Unit a, Unit b, double score) {
        b.sum += size(a) * score;
        b.direct += size(a);
        if (a.nearest == null) {
            a.nearest = b;
            a.nearestScore = score;
        }
    }

    private Comparator<Unit> rank() {
        Comparator<Unit> longest = Comparator.comparingInt(u -> -u.fingerprint.size());
        Comparator<Unit> central = Comparator.comparingInt((Unit u) -> -u.direct - size(u))
                .thenComparing(Comparator.comparingDouble((Unit u) -> u.sum).reversed());
        Comparator<Unit> usual = central.thenComparing(longest).thenComparing(Unit::id);
        return switch (options.representative()) {
            case CENTRAL -> usual;
            case LONGEST -> longest.thenComparing(central).thenComparing(Unit::id);
            case OLDEST ->
                Comparator.comparing((Unit u) -> Unit.key(options, face(u))).thenComparing(usual);
        };
    }

    /** The document that represents a unit. */
    private String face(Unit unit) {
        return options.representative() == ClusterOptions.Representative.OLDEST
                ? unit.oldest(options, size(unit))
                : unit.id();
    }

    private boolean scores(Unit a, Unit b) {
        return a != b && pairs.stream().anyMatch(p -> p.a == a && p.b == b || symmetric() && p.a == b && p.b == a);
    }

    private boolean symmetric() {
        return options.measure().symmetric();
    }

    private List<Unit> ranked() {
        return units.stream()
                .filter(u -> size(u) > 1 || pairs.stream().anyMatch(p -> p.a == u || p.b == u))
                .sorted(rank())
                .toList();
    }

    private Map<Unit, List<Unit>> stars() {
        List<Unit> ranked = ranked();
        for (int r = 0; r < ranked.size(); r++) {
            Unit representative = ranked.get(r);
            for (Unit other : ranked.subList(r + 1, ranked.size())) {
                if (representative.link == null && other.link == null && scores(other, representative)) {
                    other.link = representative;
                }
            }
        }
        Map<Unit, List<Unit>> stars = new HashMap<>();
        for (Unit unit : ranked) {
            if (unit.link != null) {
                unit.link = ranked.stream()
                        .filter(u -> u.link == null && scores(unit, u))
                        .filter(u -> options.representative() != ClusterOptions.Representative.OLDEST
                                || rank().compare(u, unit) < 0)
                        .max(Comparator.comparingDouble((Unit u) -> score(unit, u))
                                .thenComparing(rank().reversed()))
                        .orElseThrow();
                unit.score = score(unit, unit.link);
            }
        }
        for (Unit unit : ranked) {
            stars.computeIfAbsent(unit.link == null ? unit : unit.link, any -> new ArrayList<>())
                    .add(unit);
        }
        return stars;
    }

    private Map<Unit, List<Unit>> components() {
        Map<Unit, Unit> first = new HashMap<>();
        Map<Unit, List<Unit>> components = new HashMap<>();
        for (Unit unit : ranked()) {
            Unit representative = first.computeIfAbsent(unit.root(), root -> unit);
            components.computeIfAbsent(representative, any -> new ArrayList<>()).add(unit);
        }
        return components;
    }

    /** A line for each cluster, and one for each member. */
    List<String> lines() {
        boolean star = options.link() == ClusterOptions.Link.STAR;
        Map<Unit, List<Unit>> clusters = star ? stars() : components();
        List<Unit> order = clusters.keySet().stream()
                .filter(u -> documents(clusters.get(u)) > 1)
                .sorted(Comparator.comparingInt((Unit u) -> -documents(clusters.get(u)))
                        .thenComparing(rank()))
                .toList();
        List<String> lines = new ArrayList<>();
        for (Unit representative : order) {
            List<Unit> members = clusters.get(representative);
            lines.add(ClusterLines.cluster(
                    lines.stream().filter(l -> l.startsWith("cluster")).count() + 1,
                    documents(members),
                    face(representative),
                    members.stream()
                            .mapToDouble(u -> u == representative ? self(u) : either(u, representative))
                            .min()
                            .orElseThrow(),
                    leastPair(members),
                    chained(representative)));
            lines.add(ClusterLines.member(face(representative), self(representative), face(representative)));
            Map<String, String> others = new TreeMap<>();
            for (Unit unit : members) {
                for (String id : unit.ids.subList(0, size(unit))) {
                    if (!id.equals(face(representative))) {
                        others.put(id, member(id, unit, representative, star));
                    }
                }
            }
            lines.addAll(others.values());
        }
        return lines;
    }

    private String member(String id, Unit unit, Unit representative, boolean star) {
        if (star) {
            return unit == representative
                    ? ClusterLines.member(id, self(unit), face(representative))
                    : ClusterLines.member(id, unit.score, face(representative));
        }
        if (unit == representative) {
            return ClusterLines.member(id, self(unit), face(unit));
        }
        return id.equals(unit.id()) && unit.nearest != null
                ? ClusterLines.member(id, unit.nearestScore, unit.nearest.id())
                : ClusterLines.member(id, self(unit), unit.id());
    }

    private double leastPair(List<Unit> members) {
        double least = self(members.get(0));
        for (Unit a : members) {
            for (Unit b : members) {
                least = a == b ? least : Math.min(least, either(a, b));
            }
        }
        return least;
    }

    private int chained(Unit representative) {
        int component = units.stream()
                .filter(u -> u.root() == representative.root())
                .mapToInt(this::size)
                .sum();
        return component - size(representative) - representative.direct;
    }

    private int documents(List<Unit> of) {
        return of.stream().mapToInt(this::size).sum();
    }
}

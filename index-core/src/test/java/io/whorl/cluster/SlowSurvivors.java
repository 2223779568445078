package io.whorl.cluster;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Decides by comparing each document with all survivors before it. */
final class SlowSurvivors {
    private record Document(String id, Fingerprint fingerprint) {}

    private final SurvivorOptions options;

    private SlowSurvivors(SurvivorOptions options) {
        this.options = options;
    }

    /** The lines of {@link #line}, in the order of {@link Survivors}. */
    static List<String> lines(
            SortedMap<String, byte[]> corpus, Scheme scheme, SurvivorOptions options, Map<String, Long> keys) {
        return new SlowSurvivors(options).lines(corpus, scheme, keys);
    }

    static String line(String drop, String keep, long cluster, double score) {
        return cluster + ": " + drop + " for " + keep + " by " + score;
    }

    private List<String> lines(SortedMap<String, byte[]> corpus, Scheme scheme, Map<String, Long> keys) {
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        List<Document> order = new ArrayList<>();
        corpus.forEach((id, text) -> order.add(new Document(id, fingerprinter.fingerprint(text))));
        switch (options.keep()) {
            case FIRST -> order.sort(Comparator.comparing(Document::id));
            case LONGEST -> order.sort(Comparator.comparingLong((Document d) -> -d.fingerprint.words()));
            case LEAST_KEY, OLDEST ->
                order.sort(Comparator.comparingLong((Document d) -> keys.getOrDefault(d.id, Long.MAX_VALUE)));
        }
        List<Document> survivors = new ArrayList<>();
        Map<Document, List<Document>> dropped = new HashMap<>();
        Map<Document, Document> keeps = new HashMap<>();
        for (Document d : order) {
            Optional<Document> equal = order.subList(0, order.indexOf(d)).stream()
                    .filter(e -> isJoined(d, e))
                    .findFirst();
            if (equal.isPresent()) {
                Document keep = keeps.getOrDefault(equal.get(), equal.get());
                dropped.computeIfAbsent(keep, any -> new ArrayList<>()).add(d);
                continue;
            }
            Optional<Document> keep = survivors.stream()
                    .filter(s -> score(d, s) > 0 && score(d, s) >= options.minScore())
                    // The first of the best.
                    .reduce((a, b) -> score(d, b) > score(d, a) ? b : a);
            if (keep.isPresent()) {
                dropped.computeIfAbsent(keep.get(), any -> new ArrayList<>()).add(d);
                keeps.put(d, keep.get());
            } else {
                survivors.add(d);
            }
        }
        List<Document> clusters =
                new ArrayList<>(survivors.stream().filter(dropped::containsKey).toList());
        clusters.sort(Comparator.comparingInt((Document s) -> -dropped.get(s).size()));
        List<String> lines = new ArrayList<>();
        for (Document survivor : clusters) {
            long number = clusters.indexOf(survivor) + 1;
            dropped.get(survivor).stream()
                    .sorted(Comparator.comparing(Document::id))
                    .forEach(d -> lines.add(line(d.id, survivor.id, number, score(d, survivor))));
        }
        return lines;
    }

    /** Whether two documents have equal fingerprints and score enough. */
    private boolean isJoined(Document a, Document b) {
        return a.fingerprint.size() > 0
                && Arrays.equals(a.fingerprint.toArray(), b.fingerprint.toArray())
                && score(a, b) >= options.minScore();
    }

    private double score(Document drop, Document keep) {
        int shared = drop.fingerprint.shared(keep.fingerprint);
        int size = drop.fingerprint.size();
        return switch (options.measure()) {
            case SHARED -> shared;
            case RESEMBLANCE -> size == 0 ? 0 : (double) shared / (size + keep.fingerprint.size() - shared);
            case CONTAINMENT -> size == 0 ? 0 : (double) shared / size;
            default -> throw new IllegalArgumentException("measure is " + options.measure() + Measure.RESEMBLANCE);
        };
    }
}

package io.whorl.query;

import io.whorl.SlowIndex;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.SplitMix64;
import io.whorl.scheme.Scheme;
import io.whorl.series.Templates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** All pairs of a collection by sets, written from the definitions of what is left out. */
final class SlowPairs {
    private static final int SKETCH = 128;
    private static final int LENGTH = 3;

    private final PairsOptions options;
    private final List<Doc> documents = new ArrayList<>();
    private final Map<Long, Long> holders = new HashMap<>();
    /** By series: the number of families, and of those that hold each minutia. */
    private final Map<String, Long> families = new HashMap<>();

    private final Map<String, Map<Long, Long>> inSeries = new HashMap<>();

    /** A document: its minutiae, those that are not template, and those that make pairs. */
    private final class Doc {
        private final String id;
        private final Set<Long> all;
        /** The series of the first document with these minutiae. */
        private Optional<String> series;

        private Set<Long> rest = Set.of();
        private Set<Long> counted = Set.of();
        private boolean keepsCommon;

        private Doc(String id, Set<Long> all) {
            this.id = id;
            this.all = all;
            series = options.templates().flatMap(t -> t.series().of(id));
        }

        private List<Object> family() {
            return all.isEmpty() ? List.of(id) : List.of(all);
        }
    }

    SlowPairs(Map<String, byte[]> corpus, Scheme scheme, PairsOptions options) {
        this.options = options;
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        corpus.forEach((id, text) -> documents.add(new Doc(
                id,
                Arrays.stream(fingerprinter.fingerprint(text).toArray()).boxed().collect(Collectors.toSet()))));
        documents.sort(Comparator.comparing(d -> d.id, SlowIndex.BY_UTF8));
        Map<Object, Doc> seen = new HashMap<>();
        for (Doc d : documents) {
            d.series = seen.getOrDefault(d.family(), d).series;
            if (seen.putIfAbsent(d.family(), d) == null) {
                d.series.ifPresent(s -> families.merge(s, 1L, Long::sum));
                for (long minutia : d.all) {
                    holders.merge(minutia, 1L, Long::sum);
                    d.series.ifPresent(s ->
                            inSeries.computeIfAbsent(s, any -> new HashMap<>()).merge(minutia, 1L, Long::sum));
                }
            }
        }
        documents.forEach(this::leaveOut);
    }

    private boolean isTemplate(String series, long minutia) {
        Templates rule = options.templates().orElseThrow();
        long held = inSeries.get(series).getOrDefault(minutia, 0L);
        return held >= rule.least() && held >= rule.share() * families.get(series);
    }

    private void leaveOut(Doc d) {
        d.rest = new HashSet<>(d.all);
        d.series.ifPresent(s -> d.rest.removeIf(minutia -> isTemplate(s, minutia)));
        Set<Long> common = above(d.rest, options.commonDf());
        d.keepsCommon = 3 * common.size() >= 2 * d.rest.size();
        d.counted = new HashSet<>(d.rest);
        d.counted.removeAll(above(d.rest, options.maxDf()));
        if (!d.keepsCommon) {
            d.counted.removeAll(common);
        }
    }

    /** What is compared of one document of a pair: the same minutiae are left out of both. */
    private Set<Long> compared(Doc of, Doc with) {
        Set<Long> compared = new HashSet<>(of.all);
        if (of.all.equals(with.all)) {
            return compared;
        }
        compared.removeIf(m -> isLeftOut(of, m) || isLeftOut(with, m));
        if (!of.keepsCommon || !with.keepsCommon) {
            compared.removeAll(above(compared, options.commonDf()));
        }
        return compared;
    }

    private static boolean isLeftOut(Doc d, long minutia) {
        return d.all.contains(minutia) && !d.rest.contains(minutia);
    }

    private Set<Long> above(Set<Long> minutiae, long limit) {
        return minutiae.stream().filter(m -> holders.get(m) > limit).collect(Collectors.toCollection(HashSet::new));
    }

    /** The pairs, best first, as lines. */
    List<String> lines() {
        record Scored(String a, String b, double score, int shared) {}
        List<Scored> pairs = new ArrayList<>();
        Map<Doc, Set<Long>> shingles = new HashMap<>();
        Map<Long, Set<Object>> families = new HashMap<>();
        for (Doc d : documents) {
            shingles.put(d, superShingles(d));
            shingles.get(d).forEach(s -> families.computeIfAbsent(s, any -> new HashSet<>())
                    .add(d.family()));
        }
        for (Doc a : documents) {
            for (Doc b : documents) {
                int order = SlowIndex.BY_UTF8.compare(a.id, b.id);
                if (order == 0 || order > 0 && options.measure().symmetric()) {
                    continue;
                }
                boolean candidate = options.superShingles() == 0
                        || a.family().equals(b.family())
                        || shingles.get(a).stream()
                                .anyMatch(s -> shingles.get(b).contains(s)
                                        && families.get(s).size() <= options.maxDf());
                candidate &= a.all.equals(b.all) || !Collections.disjoint(a.counted, b.counted);
                Set<Long> both = compared(a, b);
                both.retainAll(b.all);
                double score = score(compared(a, b), compared(b, a), both.size());
                if (candidate && !both.isEmpty() && score >= options.minScore()) {
                    pairs.add(new Scored(a.id, b.id, score, both.size()));
                }
            }
        }
        pairs.sort(Comparator.comparingDouble(Scored::score).reversed());
        return pairs.stream()
                .map(p -> p.a + " " + p.b + " " + p.score + " " + p.shared)
                .toList();
    }

    private double score(Set<Long> a, Set<Long> b, int shared) {
        return switch (options.measure()) {
            case SHARED -> shared;
            case RESEMBLANCE -> (double) shared / (a.size() + b.size() - shared);
            case CONTAINMENT -> (double) shared / a.size();
            default -> throw new IllegalArgumentException("measure is " + options.measure());
        };
    }

    private Set<Long> superShingles(Doc d) {
        List<Long> sketch =
                d.counted.stream().sorted(Long::compareUnsigned).limit(SKETCH).toList();
        TreeSet<Long> all = new TreeSet<>();
        for (int from = 0; from + LENGTH <= sketch.size(); from++) {
            all.add(shingle(sketch.subList(from, from + LENGTH)));
        }
        if (!sketch.isEmpty() && sketch.size() < LENGTH) {
            all.add(shingle(sketch));
        }
        return all.stream().limit(options.superShingles()).collect(Collectors.toSet());
    }

    private static long shingle(List<Long> minutiae) {
        long hash = LENGTH;
        for (long minutia : minutiae) {
            hash = SplitMix64.mix(hash ^ minutia);
        }
        return hash;
    }

    /** The number of minutiae of each template, and of the documents that consist of it, by series. */
    Map<String, List<Long>> templates() {
        Map<String, List<Long>> templates = new HashMap<>();
        families.forEach((series, n) -> {
            long minutiae = inSeries.getOrDefault(series, Map.of()).keySet().stream()
                    .filter(m -> isTemplate(series, m))
                    .count();
            if (minutiae > 0) {
                templates.put(
                        series,
                        List.of(
                                of(series).count(),
                                minutiae,
                                of(series)
                                        .filter(d -> !d.all.isEmpty() && d.rest.isEmpty())
                                        .count()));
            }
        });
        return templates;
    }

    private java.util.stream.Stream<Doc> of(String series) {
        return documents.stream().filter(d -> d.series.equals(Optional.of(series)));
    }
}

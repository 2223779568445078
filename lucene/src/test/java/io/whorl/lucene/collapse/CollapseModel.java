package io.whorl.lucene.collapse;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lucene.field.FingerprintField;
import io.whorl.lucene.sketch.KeyBands;
import io.whorl.lucene.sketch.SketchFormat;
import io.whorl.lucene.sketch.SlowContainment;
import io.whorl.measure.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The definition of collapsing, in the slowest and most obvious form: fingerprints of texts, and lists. */
final class CollapseModel {
    private final FingerprintField field;
    private final Fingerprinter fingerprinter;
    private final CollapseOptions options;
    private final Map<String, Optional<Fingerprint>> fingerprints = new HashMap<>();

    /** A kept hit and the hits of its group, by id. */
    record Group(String kept, List<String> others) {}

    CollapseModel(FingerprintField field, CollapseOptions options) {
        this.field = field;
        this.options = options;
        fingerprinter = Fingerprinter.of(field.scheme());
    }

    /** All groups of hits in the order of the sort; a text is empty if the document has no sketch. */
    List<Group> groups(List<String> hits, Map<String, Optional<String>> texts) {
        List<Group> groups = new ArrayList<>();
        for (String hit : hits) {
            Optional<Group> group =
                    groups.stream().filter(g -> alike(g.kept(), hit, texts)).findFirst();
            group.ifPresentOrElse(g -> g.others().add(hit), () -> groups.add(new Group(hit, new ArrayList<>())));
        }
        return groups;
    }

    boolean hasSketch(String hit, Map<String, Optional<String>> texts) {
        return of(hit, texts).filter(f -> f.size() > 0).isPresent();
    }

    private boolean alike(String a, String b, Map<String, Optional<String>> texts) {
        if (!hasSketch(a, texts) || !hasSketch(b, texts)) {
            return false;
        }
        Fingerprint first = of(a, texts).orElseThrow();
        Fingerprint second = of(b, texts).orElseThrow();
        boolean candidates = options.candidates() == CollapseOptions.Candidates.SHARED_MINUTIAE
                || Arrays.stream(keys(first)).anyMatch(k -> Arrays.binarySearch(keys(second), k) >= 0);
        return candidates && similarity(first, second) >= options.threshold();
    }

    private double similarity(Fingerprint first, Fingerprint second) {
        if (options.similarity() == CollapseOptions.Similarity.RESEMBLANCE) {
            return first.compare(second, Measure.RESEMBLANCE);
        }
        SketchFormat format = field.internal().format();
        return SlowContainment.of(format, format.orders(first), format.orders(second));
    }

    private long[] keys(Fingerprint fingerprint) {
        SketchFormat format = field.internal().format();
        return KeyBands.of(
                format.orders(fingerprint), field.keys().bands(), field.keys().rows());
    }

    private Optional<Fingerprint> of(String id, Map<String, Optional<String>> texts) {
        return fingerprints.computeIfAbsent(id, i -> texts.get(i).map(fingerprinter::fingerprint));
    }
}

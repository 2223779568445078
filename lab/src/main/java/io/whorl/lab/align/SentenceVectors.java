package io.whorl.lab.align;

import io.whorl.lab.align.SentenceText.Sentence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The sentences of two texts as vectors of tf-isf: how often a sentence has a stem, times the logarithm of the inverse
 * share of the sentences of both texts that have it.
 */
final class SentenceVectors {
    final List<Map<String, Double>> a;
    final List<Map<String, Double>> b;

    SentenceVectors(SentenceText a, SentenceText b) {
        Map<String, Integer> sentencesWith = new HashMap<>();
        Stream.concat(a.sentences.stream(), b.sentences.stream())
                .forEach(sentence ->
                        sentence.counts().keySet().forEach(stem -> sentencesWith.merge(stem, 1, Integer::sum)));
        int all = a.sentences.size() + b.sentences.size();
        this.a = vectors(a, sentencesWith, all);
        this.b = vectors(b, sentencesWith, all);
    }

    private static List<Map<String, Double>> vectors(SentenceText text, Map<String, Integer> sentencesWith, int all) {
        List<Map<String, Double>> vectors = new ArrayList<>();
        for (Sentence sentence : text.sentences) {
            Map<String, Double> vector = new HashMap<>();
            sentence.counts()
                    .forEach((stem, count) ->
                            vector.put(stem, count * Math.log((double) all / sentencesWith.get(stem))));
            vectors.add(vector);
        }
        return vectors;
    }

    /** The cosine of two vectors; 0 if one of them is zero. */
    static double cosine(Map<String, Double> one, Map<String, Double> other) {
        double product = 0;
        for (Map.Entry<String, Double> each : one.entrySet()) {
            product += each.getValue() * other.getOrDefault(each.getKey(), 0.0);
        }
        double norms = norm(one) * norm(other);
        return norms == 0 ? 0 : product / Math.sqrt(norms);
    }

    /** Dice's coefficient of the sets of stems. */
    static double dice(Map<String, Double> one, Map<String, Double> other) {
        long common = one.keySet().stream().filter(other::containsKey).count();
        return one.isEmpty() && other.isEmpty() ? 0 : 2.0 * common / (one.size() + other.size());
    }

    /** The sum of the vectors of an interval; the end is exclusive. */
    static Map<String, Double> sum(List<Map<String, Double>> vectors, int from, int to) {
        Map<String, Double> sum = new HashMap<>();
        for (Map<String, Double> vector : vectors.subList(from, to)) {
            vector.forEach((stem, weight) -> sum.merge(stem, weight, Double::sum));
        }
        return sum;
    }

    private static double norm(Map<String, Double> vector) {
        double norm = 0;
        for (double weight : vector.values()) {
            norm += weight * weight;
        }
        return norm;
    }
}

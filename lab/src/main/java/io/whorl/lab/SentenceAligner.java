package io.whorl.lab;

import io.whorl.lab.AlignmentLaboratory.SpanPair;
import io.whorl.lab.AlignmentLaboratory.TextAligner;
import io.whorl.text.WordStemmer;
import java.nio.charset.StandardCharsets;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The aligner of Sanchez-Perez, Sidorov and Gelbukh, "A Winning Approach to Text Alignment for Text Reuse Detection at
 * PAN 2014", written anew with the constants of the paper: fragments of sentences that are alike by tf-isf. Its step
 * for summaries is left out. As in their system of 2015, a pair with long runs of equal words can have no other
 * passages.
 *
 * @param language of the stemmer; without one, words are not stemmed
 * @param runs whether a pair with runs of equal words has only them as passages
 */
public record SentenceAligner(Optional<String> language, boolean runs) implements TextAligner {
    /** Code points of a passage in each text, at least. */
    private static final int LEAST_LENGTH = 150;

    @Override
    public List<SpanPair> align(String a, String b) {
        SentenceText textA = new SentenceText(a, language.map(WordStemmer::new));
        SentenceText textB = new SentenceText(b, language.map(WordStemmer::new));
        List<SpanPair> found = runs ? WordRuns.find(textA.words, textB.words) : List.of();
        return found.isEmpty() ? new SentenceFragments(textA, textB).find() : found;
    }

    /**
     * Finds fragments of two texts whose sentences are alike: seeds are pairs of sentences with a large cosine and a
     * large Dice coefficient; a fragment is a group of seeds without a large gap in either text. If the whole fragments
     * are not alike, the group is split at smaller gaps.
     */
    private static final class SentenceFragments {
        private static final double LEAST_COSINE = 0.33;
        private static final double LEAST_DICE = 0.33;
        /** Sentences without a seed within a fragment, at most. */
        private static final int GAP = 4;

        private static final int LEAST_GAP = 2;
        private static final double LEAST_FRAGMENT_COSINE = 0.34;

        private final SentenceText a;
        private final SentenceText b;
        private final List<Map<String, Double>> vectorsA;
        private final List<Map<String, Double>> vectorsB;

        SentenceFragments(SentenceText a, SentenceText b) {
            this.a = a;
            this.b = b;
            Map<String, Integer> sentencesWith = new HashMap<>();
            Stream.concat(a.sentences.stream(), b.sentences.stream())
                    .flatMap(sentence -> sentence.counts.keySet().stream())
                    .forEach(stem -> sentencesWith.merge(stem, 1, Integer::sum));
            int all = a.sentences.size() + b.sentences.size();
            vectorsA = vectors(a, sentencesWith, all);
            vectorsB = vectors(b, sentencesWith, all);
        }

        /** Vectors of tf-isf: how often a sentence has a stem, times the logarithm of the inverse share that has it. */
        private static List<Map<String, Double>> vectors(
                SentenceText text, Map<String, Integer> sentencesWith, int all) {
            List<Map<String, Double>> vectors = new ArrayList<>();
            for (Sentence sentence : text.sentences) {
                Map<String, Double> vector = new HashMap<>();
                sentence.counts.forEach(
                        (stem, count) -> vector.put(stem, count * Math.log((double) all / sentencesWith.get(stem))));
                vectors.add(vector);
            }
            return vectors;
        }

        private record Seed(int a, int b) {}

        /** An interval of sentences in each text; ends are exclusive. */
        private record Fragment(int aFrom, int aTo, int bFrom, int bTo) {}

        /** Returns the long fragments; they do not overlap in the first text. */
        List<SpanPair> find() {
            List<Fragment> found = new ArrayList<>();
            extend(seeds(), GAP, found);
            found.sort(Comparator.comparingInt(Fragment::aFrom)
                    .thenComparingInt(Fragment::bFrom)
                    .thenComparingInt(Fragment::aTo));
            List<Fragment> kept = new ArrayList<>();
            for (Fragment fragment : found) {
                Fragment last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
                if (last == null || last.aTo <= fragment.aFrom) {
                    kept.add(fragment);
                } else if (quality(fragment, last) > quality(last, fragment)) {
                    kept.set(kept.size() - 1, fragment);
                }
            }
            return kept.stream()
                    .map(fragment -> new SpanPair(
                            a.sentences.get(fragment.aFrom).from,
                            a.sentences.get(fragment.aTo - 1).to,
                            b.sentences.get(fragment.bFrom).from,
                            b.sentences.get(fragment.bTo - 1).to))
                    .filter(match ->
                            match.aTo() - match.aFrom() >= LEAST_LENGTH && match.bTo() - match.bFrom() >= LEAST_LENGTH)
                    .toList();
        }

        private List<Seed> seeds() {
            Map<String, List<Integer>> sentencesOf = new HashMap<>();
            for (int b = 0; b < vectorsB.size(); b++) {
                for (String stem : vectorsB.get(b).keySet()) {
                    sentencesOf.computeIfAbsent(stem, any -> new ArrayList<>()).add(b);
                }
            }
            List<Seed> seeds = new ArrayList<>();
            for (int a = 0; a < vectorsA.size(); a++) {
                Map<String, Double> vector = vectorsA.get(a);
                int[] common = new int[vectorsB.size()];
                for (String stem : vector.keySet()) {
                    sentencesOf.getOrDefault(stem, List.of()).forEach(b -> common[b]++);
                }
                for (int b = 0; b < common.length; b++) {
                    Map<String, Double> other = vectorsB.get(b);
                    if (2.0 * common[b] > LEAST_DICE * (vector.size() + other.size())
                            && cosine(vector, other) > LEAST_COSINE) {
                        seeds.add(new Seed(a, b));
                    }
                }
            }
            return seeds;
        }

        private void extend(List<Seed> seeds, int gap, List<Fragment> found) {
            for (List<Seed> group : groups(seeds, gap)) {
                IntSummaryStatistics inA = group.stream().mapToInt(Seed::a).summaryStatistics();
                IntSummaryStatistics inB = group.stream().mapToInt(Seed::b).summaryStatistics();
                Fragment fragment = new Fragment(inA.getMin(), inA.getMax() + 1, inB.getMin(), inB.getMax() + 1);
                double cosine = cosine(
                        sum(vectorsA.subList(fragment.aFrom, fragment.aTo)),
                        sum(vectorsB.subList(fragment.bFrom, fragment.bTo)));
                if (cosine > LEAST_FRAGMENT_COSINE) {
                    found.add(fragment);
                } else if (gap > LEAST_GAP) {
                    extend(group, gap - 1, found);
                }
            }
        }

        /** Splits seeds at gaps in the first and in the second text in turn, until there are none. */
        private static List<List<Seed>> groups(List<Seed> seeds, int gap) {
            List<List<Seed>> groups = seeds.isEmpty() ? List.of() : List.of(seeds);
            for (int before = -1; before != groups.size(); ) {
                before = groups.size();
                groups = split(split(groups, gap, Seed::a), gap, Seed::b);
            }
            return groups;
        }

        private static List<List<Seed>> split(List<List<Seed>> groups, int gap, ToIntFunction<Seed> place) {
            List<List<Seed>> parts = new ArrayList<>();
            for (List<Seed> group : groups) {
                List<Seed> part = new ArrayList<>();
                int last = 0;
                for (Seed seed :
                        group.stream().sorted(Comparator.comparingInt(place)).toList()) {
                    if (!part.isEmpty() && place.applyAsInt(seed) - last - 1 > gap) {
                        parts.add(part);
                        part = new ArrayList<>();
                    }
                    part.add(seed);
                    last = place.applyAsInt(seed);
                }
                parts.add(part);
            }
            return parts;
        }

        /**
         * How well a fragment explains its sentences: those that another fragment has too (o) and the others (n): s(o)
         * + (1 - s(o)) s(n), with the mean of the best cosine of each sentence.
         */
        private double quality(Fragment fragment, Fragment other) {
            int from = Math.max(fragment.aFrom, other.aFrom);
            int to = Math.min(fragment.aTo, other.aTo);
            double overlap = 0;
            double rest = 0;
            for (int a = fragment.aFrom; a < fragment.aTo; a++) {
                double best = 0;
                for (int b = fragment.bFrom; b < fragment.bTo; b++) {
                    best = Math.max(best, cosine(vectorsA.get(a), vectorsB.get(b)));
                }
                overlap += a >= from && a < to ? best : 0;
                rest += a >= from && a < to ? 0 : best;
            }
            int overlapping = to - from;
            int others = fragment.aTo - fragment.aFrom - overlapping;
            double ofOverlap = overlapping == 0 ? 0 : overlap / overlapping;
            return ofOverlap + (1 - ofOverlap) * (others == 0 ? 0 : rest / others);
        }

        /** The cosine of two vectors; 0 if one of them is zero. */
        private static double cosine(Map<String, Double> one, Map<String, Double> other) {
            double product = 0;
            for (Map.Entry<String, Double> each : one.entrySet()) {
                product += each.getValue() * other.getOrDefault(each.getKey(), 0.0);
            }
            double norms = norm(one) * norm(other);
            return norms == 0 ? 0 : product / Math.sqrt(norms);
        }

        private static double norm(Map<String, Double> vector) {
            double norm = 0;
            for (double weight : vector.values()) {
                norm += weight * weight;
            }
            return norm;
        }

        private static Map<String, Double> sum(List<Map<String, Double>> vectors) {
            Map<String, Double> sum = new HashMap<>();
            vectors.forEach(vector -> vector.forEach((stem, weight) -> sum.merge(stem, weight, Double::sum)));
            return sum;
        }
    }

    /** A sentence, in code points, and how often it has each stem. */
    private record Sentence(int from, int to, Map<String, Integer> counts) {}

    /** A word in lower case, with its code points. */
    private record Word(String text, int from, int to) {}

    /** A text as sentences of stemmed words, and as words with their places. */
    private static final class SentenceText {
        /** A sentence with fewer words is joined to the next one. */
        private static final int LEAST_WORDS = 3;
        /** A word is a run of letters and digits, or one letter of a script without spaces. */
        private static final Pattern WORD = Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}]"
                + "|[\\p{L}\\p{M}\\p{N}&&[^\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}]]+");

        private final List<Sentence> sentences = new ArrayList<>();
        private final List<Word> words = new ArrayList<>();

        SentenceText(String text, Optional<WordStemmer> stemmer) {
            BreakIterator breaks = BreakIterator.getSentenceInstance(Locale.ROOT);
            breaks.setText(text);
            Matcher matcher = WORD.matcher(text);
            int at = 0;
            int codePoint = 0;
            int first = 0;
            int start = 0;
            Map<String, Integer> counts = new HashMap<>();
            for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
                matcher.region(at, end);
                while (matcher.find()) {
                    int from = codePoint + text.codePointCount(at, matcher.start());
                    codePoint = from + text.codePointCount(matcher.start(), matcher.end());
                    at = matcher.end();
                    String word = matcher.group().toLowerCase(Locale.ROOT);
                    words.add(new Word(word, from, codePoint));
                    counts.merge(stemmed(word, stemmer), 1, Integer::sum);
                }
                codePoint += text.codePointCount(at, end);
                at = end;
                if (words.size() - first >= LEAST_WORDS) {
                    sentences.add(new Sentence(start, codePoint, counts));
                    counts = new HashMap<>();
                    first = words.size();
                    start = codePoint;
                }
            }
            if (words.size() > first) {
                sentences.add(new Sentence(start, codePoint, counts));
            }
        }

        private static String stemmed(String word, Optional<WordStemmer> stemmer) {
            if (stemmer.isEmpty()) {
                return word;
            }
            byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
            return new String(stemmer.get().stem(utf8, 0, utf8.length), StandardCharsets.UTF_8);
        }
    }

    /** Runs of equal words in two texts, from left to right in the first text, each as long as possible. */
    private static final class WordRuns {
        private static final int LEAST_WORDS = 8;
        private static final int LEAST_LENGTH = 257;
        /** Places in the second text that are tried. */
        private static final int MOST_PLACES = 16;

        private WordRuns() {}

        static List<SpanPair> find(List<Word> a, List<Word> b) {
            Map<List<String>, List<Integer>> placesOf = new HashMap<>();
            List<String> wordsA = a.stream().map(Word::text).toList();
            List<String> wordsB = b.stream().map(Word::text).toList();
            for (int j = 0; j + LEAST_WORDS <= b.size(); j++) {
                List<Integer> places =
                        placesOf.computeIfAbsent(wordsB.subList(j, j + LEAST_WORDS), any -> new ArrayList<>());
                if (places.size() < MOST_PLACES) {
                    places.add(j);
                }
            }
            List<SpanPair> runs = new ArrayList<>();
            for (int i = 0; i + LEAST_WORDS <= a.size(); ) {
                int longest = 0;
                int at = 0;
                for (int j : placesOf.getOrDefault(wordsA.subList(i, i + LEAST_WORDS), List.of())) {
                    int length = length(wordsA, i, wordsB, j);
                    if (length > longest) {
                        longest = length;
                        at = j;
                    }
                }
                if (longest > 0) {
                    SpanPair run = new SpanPair(
                            a.get(i).from(),
                            a.get(i + longest - 1).to(),
                            b.get(at).from(),
                            b.get(at + longest - 1).to());
                    if (run.aTo() - run.aFrom() >= LEAST_LENGTH) {
                        runs.add(run);
                    }
                }
                i += Math.max(1, longest);
            }
            return runs;
        }

        private static int length(List<String> a, int i, List<String> b, int j) {
            int length = 0;
            while (i + length < a.size()
                    && j + length < b.size()
                    && a.get(i + length).equals(b.get(j + length))) {
                length++;
            }
            return length;
        }
    }
}

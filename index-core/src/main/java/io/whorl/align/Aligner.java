package io.whorl.align;

import io.whorl.align.AlignmentOptions.Summaries;
import io.whorl.align.Passage.Kind;
import io.whorl.align.PassageSearch.Pair;
import io.whorl.align.PreparedText.Language;
import io.whorl.align.PreparedText.TextWords;
import io.whorl.align.VerbatimRuns.Bins;
import io.whorl.align.VerbatimRuns.Box;
import io.whorl.align.VerbatimRuns.RunBorders;
import io.whorl.internal.AlignmentTuning;
import io.whorl.internal.AlignmentTuning.SeedSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Finds the passages that two texts share, verbatim or reworded. It needs no index. Immutable and thread-safe.
 *
 * <p>Seeds are pairs of stems that are close together in both texts. Groups of seeds become passages, whose borders are
 * where the words no longer match better than by chance. Passages are in the order of the first text. The result
 * depends on nothing but the texts and the options. Time and memory grow with the length of the texts, except that
 * hostile texts can make them grow by a constant factor (docs/limits.md).
 */
public final class Aligner {
    /** A passage is verbatim if runs of equal words cover this share of it in both texts. */
    private static final double VERBATIM = 0.9;
    /** The least share of the words of a reordered passage that are in runs. */
    private static final double REORDERED = 0.6;
    /** Words are in another order if those in the same order are less than this share of them. */
    private static final double SAME_ORDER = 0.8;

    /** Bytes of a passage in each text, at least. */
    private static final int LEAST_BYTES_A = 140;

    private static final int LEAST_BYTES_B = 180;
    /** Bytes of a passage in both texts, at least, if no other one is longer. */
    private static final int SOLE_BYTES = 100;
    /** Words of a passage that both texts have, at least. */
    private static final int LEAST_WORDS = 18;

    private static final Comparator<Passage> IN_ORDER = Comparator.comparingInt((Passage p) -> p.a().start())
            .thenComparingInt(p -> p.b().start())
            .thenComparingInt(p -> p.a().end())
            .thenComparingInt(p -> p.b().end());

    private static final Comparator<Box> LONGEST_FIRST = Comparator.comparingLong(
                    (Box words) -> (long) words.aLength() + words.bLength())
            .reversed()
            .thenComparingInt(Box::aFrom)
            .thenComparingInt(Box::bFrom);

    private final AlignmentOptions options;
    private final AlignmentTuning tuning;
    private final SeedSource seeds;

    private Aligner(AlignmentOptions options, AlignmentTuning tuning, SeedSource seeds) {
        this.options = Objects.requireNonNull(options, "options");
        this.tuning = tuning;
        this.seeds = seeds;
    }

    public static Aligner of(AlignmentOptions options) {
        return of(options, AlignmentTuning.DEFAULT, SeedSource.STEMS);
    }

    /**
     * For experiments of the laboratory: callers outside cannot name the types of the arguments.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static Aligner of(AlignmentOptions options, AlignmentTuning tuning, SeedSource seeds) {
        return new Aligner(options, tuning, seeds);
    }

    /** Prepares a text. If the language is recognised, it is recognised by this text alone. */
    public PreparedText prepare(String text) {
        return prepare(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Prepares a text.
     *
     * @param utf8 the text; a malformed sequence reads as U+FFFD. The array must not be changed later.
     */
    public PreparedText prepare(byte[] utf8) {
        TextWords words = new TextWords(Objects.requireNonNull(utf8, "utf8"));
        return options.language().equals(AlignmentOptions.AUTO)
                ? PreparedText.recognised(words)
                : new PreparedText(words, Language.of(options.language()));
    }

    /** Aligns two texts. If the language is recognised, it is recognised by both texts together. */
    public List<Passage> align(String a, String b) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        return alignment(prepare(a), prepare(b)).passages();
    }

    /** Aligns two texts in UTF-8, and says whether a limit was reached. */
    public Alignment alignment(byte[] a, byte[] b) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        return alignment(prepare(a), prepare(b));
    }

    /**
     * Aligns two prepared texts, with the result of {@link #alignment(byte[], byte[])}. If both texts together have
     * another language than one of them, that one is prepared again. Texts that were prepared with different options
     * share few stems.
     */
    public Alignment alignment(PreparedText first, PreparedText second) {
        Objects.requireNonNull(second, "second");
        PreparedText a = first.with(second);
        PreparedText b = second.with(first);
        VerbatimRuns matches = new VerbatimRuns(a.words, b.words);
        List<Box> all = matches.find();
        List<Box> runs = VerbatimRuns.withoutOverlaps(longEnough(a.words, all), b.words.size());
        List<Passage> passages = new ArrayList<>();
        Bins found = new Bins(a.words.size());
        boolean limited = search(new Pair(a, b), all, runs, matches, found, passages);
        for (Box run : runs) {
            if (!found.anyNear(run.aFrom(), run.aTo(), run::overlaps)) {
                passages.add(passage(a, b, run, matches, Kind.VERBATIM));
            }
        }
        passages.sort(IN_ORDER);
        return new Alignment(passages, limited);
    }

    /** Adds the passages other than long runs. Returns true if a limit was reached. */
    private boolean search(
            Pair pair, List<Box> runs, List<Box> longRuns, VerbatimRuns matches, Bins found, List<Passage> passages) {
        PreparedText a = pair.a.text();
        PreparedText b = pair.b.text();
        PassageSearch search = new PassageSearch(pair, tuning, seeds);
        List<Box> boxes = new ArrayList<>(search.find());
        if (options.summaries() != Summaries.NONE) {
            new SummarySearch(pair, options.summaries() == Summaries.SURE)
                    .find(boxes, runs)
                    .ifPresent(summary -> {
                        boxes.removeIf(box -> box.aOverlap(summary) > 0);
                        passages.add(passage(a, b, words(a, b, summary), matches, Kind.SUMMARY));
                    });
        }
        RunBorders borders = new RunBorders(a, b, runs, tuning.longRun());
        List<Box> inOrder = new ArrayList<>(longRuns);
        inOrder.sort(Comparator.comparingInt(Box::aFrom));
        List<Box> bounds = new ArrayList<>();
        for (Box box : tuning.join() ? PassageSearch.joinWithRuns(boxes, a, b, longRuns) : boxes) {
            Box words = words(a, b, box);
            if (!VerbatimRuns.makeUp(words, inOrder)) {
                bounds.add(borders.of(words));
            }
        }
        List<Passage> shorter = new ArrayList<>();
        // Several passages can grow to the borders of one run. Drops each that lies within a longer one in both texts.
        for (Box words :
                Bins.uncovered(bounds, LONGEST_FIRST, a.words.size(), false, (box, longer) -> longer.contains(box))) {
            Passage passage = passage(a, b, words, matches, kind(words, runs));
            int aBytes = passage.a().bytes();
            int bBytes = passage.b().bytes();
            if (passage.words() >= LEAST_WORDS && aBytes >= LEAST_BYTES_A && bBytes >= LEAST_BYTES_B) {
                passages.add(passage);
                found.add(words.aFrom(), words.aTo(), words);
            } else if (passage.words() >= LEAST_WORDS && Math.min(aBytes, bBytes) >= SOLE_BYTES) {
                shorter.add(passage);
            }
        }
        // Beside a longer passage, a short one is often common wording. On its own, it may be all that was copied.
        if (passages.isEmpty() && longRuns.isEmpty()) {
            passages.addAll(shorter);
        }
        return search.limited;
    }

    private List<Box> longEnough(TextWords a, List<Box> runs) {
        return runs.stream()
                .filter(run -> a.endByte[run.aTo() - 1] - a.startByte[run.aFrom()] >= tuning.runBytes())
                .toList();
    }

    private static Kind kind(Box words, List<Box> runs) {
        List<Box> within = VerbatimRuns.within(runs, words.aFrom(), words.aTo());
        IntUnaryOperator weight = i -> Math.min(words.aOverlap(within.get(i)), words.bOverlap(within.get(i)));
        long covered = 0;
        for (int i = 0; i < within.size(); i++) {
            covered += weight.applyAsInt(i);
        }
        int length = Math.max(words.aLength(), words.bLength());
        if (covered >= REORDERED * length
                && VerbatimRuns.inOrder(within.size(), i -> within.get(i).bFrom(), weight) < SAME_ORDER * covered) {
            return Kind.REORDERED;
        }
        return covered >= VERBATIM * length ? Kind.VERBATIM : Kind.REWORDED;
    }

    private static Passage passage(PreparedText a, PreparedText b, Box words, VerbatimRuns matches, Kind kind) {
        int shared = matches.shared(words);
        return new Passage(
                span(a.words, words.aFrom(), words.aTo()),
                span(b.words, words.bFrom(), words.bTo()),
                kind,
                shared,
                (double) shared / words.aLength());
    }

    /** The first word of an interval of content words: where a sentence begins there, its first word. */
    private static int firstWord(PreparedText text, int contentFrom) {
        int word = text.wordOf[contentFrom];
        if (text.border[contentFrom]) {
            while (word > 0 && !text.words.sentence[word]) {
                word--;
            }
        }
        return word;
    }

    /** The word after the last one of an interval of content words: where a sentence ends there, after its end. */
    private static int afterLastWord(PreparedText text, int contentTo) {
        int word = text.wordOf[contentTo - 1] + 1;
        if (text.border[contentTo]) {
            while (word < text.words.size() && !text.words.sentence[word]) {
                word++;
            }
        }
        return word;
    }

    private static Box words(PreparedText a, PreparedText b, Box box) {
        return new Box(
                firstWord(a, box.aFrom()),
                afterLastWord(a, box.aTo()),
                firstWord(b, box.bFrom()),
                afterLastWord(b, box.bTo()));
    }

    /** The span of words, with signs that follow or precede them without white space. */
    private static Span span(TextWords text, int from, int to) {
        byte[] utf8 = text.utf8;
        int startByte = text.startByte[from];
        int start = text.startChar[from];
        int low = from == 0 ? 0 : text.endByte[from - 1];
        while (startByte > low && !isSpace(utf8[startByte - 1])) {
            startByte--;
            start -= isContinuation(utf8[startByte]) ? 0 : 1;
        }
        int endByte = text.endByte[to - 1];
        int end = text.endChar[to - 1];
        int high = to == text.size() ? utf8.length : text.startByte[to];
        while (endByte < high && !isSpace(utf8[endByte])) {
            end += isContinuation(utf8[endByte]) ? 0 : 1;
            endByte++;
        }
        return new Span(start, end, startByte, endByte);
    }

    private static boolean isSpace(byte b) {
        return b >= 0 && b <= ' ';
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }

    /**
     * Points (i, j) where both texts have the same two distinct stems close together: content word i of a and j of b,
     * and another one to {@code distance} words later. The order of the two stems does not matter, so the seeds survive
     * reordering. Stems that are paired often say nothing about places, so they give no points.
     *
     * @param points content word i of a in the upper half, content word j of b in the lower half
     * @param limited true if there are more points than these
     */
    record Seeds(long[] points, boolean limited) {
        /** More points than this, in 64 MB, are only collected if each pair of stems occurs once. */
        static final int MOST_POINTS = 1 << 23;

        /**
         * Finds the points of a pair, of stems that are at most {@code distance} content words apart. If there are too
         * many points, only rarer pairs of stems give some.
         */
        static Seeds of(Pair pair, int distance, int mostOccurrences, int mostPoints) {
            long stems = Arrays.stream(pair.b.stem()).filter(stem -> stem >= 0).count();
            // Keys of pairs of stems by slot; 0 for a free slot.
            long[] keys = new long[2 * Integer.highestOneBit(Math.max(1, distance * (int) stems))];
            int[] inB = slots(pair, pair.b.stem(), distance, keys, true);
            int[] occurrences = new int[keys.length];
            // The last occurrence of each pair of stems, and the one before each occurrence, offset by one.
            int[] last = new int[occurrences.length];
            int[] before = new int[inB.length];
            for (int at = 0; at < inB.length; at++) {
                if (inB[at] >= 0) {
                    before[at] = last[inB[at]];
                    last[inB[at]] = at + 1;
                    occurrences[inB[at]]++;
                }
            }
            int[] inA = slots(pair, pair.a.stem(), distance, keys, false);
            int most = mostOccurrences;
            long count = count(inA, occurrences, most);
            while (count > mostPoints && most > 1) {
                most /= 2;
                count = count(inA, occurrences, most);
            }
            long[] points = new long[Math.toIntExact(count)];
            int to = 0;
            for (int at = 0; at < inA.length; at++) {
                if (inA[at] >= 0 && occurrences[inA[at]] <= most) {
                    for (int other = last[inA[at]]; other > 0; other = before[other - 1]) {
                        points[to++] = ((long) (at / distance) << 32) | ((other - 1) / distance);
                    }
                }
            }
            return new Seeds(points, most < mostOccurrences);
        }

        private static long count(int[] inA, int[] occurrences, int most) {
            long count = 0;
            for (int slot : inA) {
                count += slot >= 0 && occurrences[slot] <= most ? occurrences[slot] : 0;
            }
            return count;
        }

        /**
         * The slots of the pairs of distinct shared stems, of word i and the one d words after it at place {@code i *
         * distance + d - 1}; -1 for other pairs.
         *
         * @param add whether pairs without a slot get one; otherwise it is -1
         */
        private static int[] slots(Pair pair, int[] stems, int distance, long[] keys, boolean add) {
            int[] slots = new int[stems.length * distance];
            Arrays.fill(slots, -1);
            int mask = keys.length - 1;
            for (int i = 0; i < stems.length; i++) {
                for (int d = 1; d <= distance && i + d < stems.length; d++) {
                    int one = stems[i];
                    int other = stems[i + d];
                    if (one >= 0 && other >= 0 && one != other) {
                        long key = (long) Math.min(one, other) * pair.shared() + Math.max(one, other) + 1;
                        int slot = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
                        while (keys[slot] != 0 && keys[slot] != key) {
                            slot = (slot + 1) & mask;
                        }
                        if (add) {
                            keys[slot] = key;
                        }
                        slots[i * distance + d - 1] = keys[slot] == 0 ? -1 : slot;
                    }
                }
            }
            return slots;
        }
    }

    /**
     * Finds a part of the first text that is a summary of the second text: nearly all of its stems occur in the second
     * text, spread over it. Such words are nowhere close together, so seeds do not find them.
     */
    private static final class SummarySearch {
        private static final double LEAST_RATE = 0.05;
        private static final double MOST_RATE = 0.7;
        /** Share of the words of a summary that occur in the second text. */
        private static final double SUMMARY_RATE = 0.85;

        private static final double BORDER = 1;
        private static final double LEAST_SCORE = 22;
        private static final int LEAST_CHARS = 300;
        private static final double LEAST_MATCHED = 0.6;
        /** A summary is at least this many times shorter than the place that it summarises. */
        private static final double LEAST_RATIO = 2.5;

        private static final int BIN = 20;
        private static final double LEAST_BINS = 0.75;
        /** A passage that covers this share of the summary, or scores this share of its score, explains it better. */
        private static final double MOST_COVERED = 0.85;

        private static final double MOST_LOCAL_SCORE = 0.85;

        /** A sure summary scores more than those of clean pairs on one topic. */
        private static final double SURE_SCORE = 35;
        /** If the text has this share of matching words elsewhere, the topic explains them. */
        private static final double SURE_RATE = 0.35;
        /** The stems of more content words are in nearly every stretch of the second text by chance. */
        private static final int SURE_LENGTH = 120;

        /** If a run makes up more of the summary than this share, it is copied: summaries quote only a part. */
        private static final double SURE_RUN = 0.5;

        private final Pair pair;
        private final boolean sureOnly;
        private final int[] stems;
        private int from;
        private int to;
        /** Where the second text has the first and the last stem of the summary, and how many stretches have one. */
        private int firstInB;

        private int lastInB;
        private int bins;

        /** @param sureOnly whether a common topic must not explain the summary */
        SummarySearch(Pair pair, boolean sureOnly) {
            this.pair = pair;
            this.sureOnly = sureOnly;
            stems = pair.a.stem();
        }

        /**
         * Finds the best summary.
         *
         * @param local the passages found otherwise
         * @param runs all verbatim runs
         */
        Optional<Box> find(List<Box> local, List<Box> runs) {
            if (stems.length == 0
                    || pair.b.length() == 0
                    || sureOnly && pair.a.text().language.isEmpty()) {
                return Optional.empty();
            }
            best(rate(0, 0));
            double outside = rate(from, to);
            double score = best(outside);
            findInB();
            Box summary = new Box(from, to, firstInB, lastInB + 1, score);
            return isSummary(summary, local) && (!sureOnly || isSure(summary, outside, runs))
                    ? Optional.of(summary)
                    : Optional.empty();
        }

        private boolean isSure(Box summary, double outside, List<Box> runs) {
            if (outside >= SURE_RATE || summary.score() < SURE_SCORE || summary.aLength() > SURE_LENGTH) {
                return false;
            }
            int[] contentAt = pair.a.text().contentAt;
            return runs.stream()
                    .noneMatch(run ->
                            Box.overlap(contentAt[run.aFrom()], contentAt[run.aTo()], summary.aFrom(), summary.aTo())
                                    > SURE_RUN * summary.aLength());
        }

        private boolean isSummary(Box summary, List<Box> local) {
            PreparedText a = pair.a.text();
            int chars = a.words.endChar[a.wordOf[to - 1]] - a.words.startChar[a.wordOf[from]];
            if (summary.score() < LEAST_SCORE
                    || chars < LEAST_CHARS
                    || matched(from, to) < LEAST_MATCHED * summary.aLength()
                    || summary.bLength() < LEAST_RATIO * summary.aLength()
                    || bins < LEAST_BINS * ((pair.b.length() + BIN - 1) / BIN)) {
                return false;
            }
            for (Box box : local) {
                int covered = box.aOverlap(summary);
                if (covered >= MOST_COVERED * summary.aLength()
                        || covered > 0 && box.score() >= MOST_LOCAL_SCORE * summary.score()) {
                    return false;
                }
            }
            return true;
        }

        /** The share of words with a partner, outside an interval. */
        private double rate(int without, int withoutTo) {
            int all = stems.length - (withoutTo - without);
            int matched = matched(0, stems.length) - matched(without, withoutTo);
            return Math.max(LEAST_RATE, Math.min(MOST_RATE, all == 0 ? MOST_RATE : (double) matched / all));
        }

        private int matched(int begin, int end) {
            int matched = 0;
            for (int i = begin; i < end; i++) {
                matched += stems[i] >= 0 ? 1 : 0;
            }
            return matched;
        }

        private double best(double rate) {
            double summaryRate = Math.max(SUMMARY_RATE, rate + LEAST_RATE);
            double match = Math.log(summaryRate / rate);
            double miss = Math.log((1 - summaryRate) / (1 - rate));
            boolean[] border = pair.a.border();
            double sum = Double.NEGATIVE_INFINITY;
            double best = Double.NEGATIVE_INFINITY;
            int start = 0;
            for (int i = 0; i < stems.length; i++) {
                double anew = border[i] ? BORDER : 0;
                if (anew >= sum) {
                    sum = anew;
                    start = i;
                }
                sum += stems[i] >= 0 ? match : miss;
                double whole = sum + (border[i + 1] ? BORDER : 0);
                if (whole > best) {
                    best = whole;
                    from = start;
                    to = i + 1;
                }
            }
            return best;
        }

        private void findInB() {
            BitSet found = new BitSet(pair.shared());
            for (int i = from; i < to; i++) {
                if (stems[i] >= 0) {
                    found.set(stems[i]);
                }
            }
            BitSet stretches = new BitSet();
            int[] other = pair.b.stem();
            firstInB = other.length - 1;
            lastInB = 0;
            for (int j = 0; j < other.length; j++) {
                if (other[j] >= 0 && found.get(other[j])) {
                    firstInB = Math.min(firstInB, j);
                    lastInB = j;
                    stretches.set(j / BIN);
                }
            }
            bins = stretches.cardinality();
        }
    }

    /**
     * The passages that two texts share, and whether they are complete.
     *
     * @param passages in the order of the first text
     * @param limited true if the work reached a limit of alignment (docs/limits.md), so passages may be missing or
     *     inexact. Only texts of many repeated words, or texts made for it, reach one.
     */
    public record Alignment(List<Passage> passages, boolean limited) {
        public Alignment {
            passages = List.copyOf(passages);
        }

        /** True if the second text has the passages, or the runs of words in them, in another order. */
        public boolean reordered() {
            long all = 0;
            long moved = 0;
            for (Passage passage : passages) {
                all += passage.words();
                moved += passage.kind() == Kind.REORDERED ? passage.words() : 0;
            }
            long inOrder = VerbatimRuns.inOrder(
                    passages.size(), i -> passages.get(i).b().start(), i -> passages.get(i)
                            .words());
            return inOrder < SAME_ORDER * all || moved > (1 - SAME_ORDER) * all;
        }
    }
}

package io.whorl.align;

import io.whorl.align.AlignmentOptions.Summaries;
import io.whorl.align.Passage.Kind;
import io.whorl.align.PassageSearch.Joins;
import io.whorl.align.Tuning.Runs;
import io.whorl.align.VerbatimRuns.Bins;
import io.whorl.align.VerbatimRuns.Box;
import io.whorl.align.VerbatimRuns.ReorderedRuns;
import io.whorl.align.VerbatimRuns.Run;
import io.whorl.align.VerbatimRuns.RunBorders;
import io.whorl.align.VerbatimRuns.SharedWords;
import io.whorl.align.VerbatimRuns.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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

    private static final Comparator<Passage> IN_ORDER = Comparator.comparingInt((Passage p) -> p.a().start())
            .thenComparingInt(p -> p.b().start())
            .thenComparingInt(p -> p.a().end())
            .thenComparingInt(p -> p.b().end());

    private static final Comparator<Words> LONGEST_FIRST = Comparator.comparingLong(
                    (Words words) -> (long) words.aLength() + words.bLength())
            .reversed()
            .thenComparingInt(Words::aFrom)
            .thenComparingInt(Words::bFrom);

    private final AlignmentOptions options;
    private final Tuning tuning;
    private final SeedFinder seeds;

    /** Makes an aligner with other constants than those of a setting, for experiments. */
    Aligner(AlignmentOptions options, Tuning tuning) {
        this(options, tuning, pair -> Seeds.points(pair, tuning.distance(), tuning.mostOccurrences()));
    }

    /** Makes an aligner with other seeds than those of a setting, for experiments. */
    Aligner(AlignmentOptions options, Tuning tuning, SeedFinder seeds) {
        this.options = options;
        this.tuning = tuning;
        this.seeds = seeds;
    }

    /** Returns an aligner with these options. */
    public static Aligner of(AlignmentOptions options) {
        return new Aligner(options, Tuning.of(options.setting()));
    }

    /** Prepares a text. If the language is recognised, it is recognised by this text alone. */
    public PreparedText prepare(String text) {
        return prepare(TextWords.of(text));
    }

    /**
     * Prepares a text.
     *
     * @param utf8 the text; a malformed sequence reads as U+FFFD. The array must not be changed later.
     */
    public PreparedText prepare(byte[] utf8) {
        return prepare(TextWords.of(utf8));
    }

    private PreparedText prepare(TextWords words) {
        return options.language().equals(AlignmentOptions.AUTO)
                ? PreparedText.recognised(words)
                : new PreparedText(words, Language.of(options.language()));
    }

    /** Aligns two texts. If the language is recognised, it is recognised by both texts together. */
    public List<Passage> align(String a, String b) {
        return align(prepare(a), prepare(b));
    }

    /** Aligns two texts in UTF-8. */
    public List<Passage> align(byte[] a, byte[] b) {
        return align(prepare(a), prepare(b));
    }

    /** As {@link #align(byte[], byte[])}, and says whether a limit was reached. */
    public Alignment alignment(byte[] a, byte[] b) {
        return alignment(prepare(a), prepare(b));
    }

    /** Aligns a prepared text with another one, with the result of {@link #alignment(byte[], byte[])}. */
    public Alignment alignment(PreparedText a, byte[] b) {
        return alignment(a, prepare(b));
    }

    /**
     * Aligns two prepared texts, and gives the same passages as {@link #align(byte[], byte[])}. If both texts together
     * have another language than one of them, that one is prepared again. Texts that were prepared with different
     * options share few stems.
     */
    public List<Passage> align(PreparedText a, PreparedText b) {
        return alignment(a, b).passages();
    }

    /** As {@link #align(PreparedText, PreparedText)}, and says whether a limit was reached. */
    public Alignment alignment(PreparedText first, PreparedText second) {
        PreparedText a = first.with(second);
        PreparedText b = second.with(first);
        List<Run> all = new VerbatimRuns(a.words, b.words).find();
        List<Run> runs = VerbatimRuns.withoutOverlaps(longEnough(a.words, all), b.words.size());
        List<Passage> passages = new ArrayList<>();
        Bins<Words> found = new Bins<>(a.words.size());
        SharedWords shared = new SharedWords(a.words, b.words);
        boolean limited = false;
        if (tuning.runs() == Runs.WITHIN || runs.isEmpty()) {
            limited = search(new Pair(a, b), all, runs, shared, found, passages);
        }
        for (Run run : runs) {
            Words words = run.asWords();
            if (!found.anyNear(words.aFrom(), words.aTo(), words::overlaps)) {
                passages.add(passage(a, b, words, shared, Kind.VERBATIM));
            }
        }
        passages.sort(IN_ORDER);
        return new Alignment(passages, limited);
    }

    /** Adds the passages other than long runs. Returns true if a limit was reached. */
    private boolean search(
            Pair pair,
            List<Run> runs,
            List<Run> longRuns,
            SharedWords shared,
            Bins<Words> found,
            List<Passage> passages) {
        PreparedText a = pair.a.text();
        PreparedText b = pair.b.text();
        PassageSearch search = new PassageSearch(pair, tuning, seeds);
        List<Box> boxes = new ArrayList<>(search.find());
        if (options.summaries() != Summaries.NONE) {
            new SummarySearch(pair, options.summaries() == Summaries.SURE)
                    .find(boxes, runs)
                    .ifPresent(summary -> {
                        boxes.removeIf(box -> box.aOverlap(summary) > 0);
                        passages.add(passage(a, b, Extent.words(a, b, summary), shared, Kind.SUMMARY));
                    });
        }
        RunBorders borders = new RunBorders(a, b, runs, tuning.longRun());
        List<Run> inOrder = new ArrayList<>(longRuns);
        inOrder.sort(Comparator.comparingInt(Run::a));
        List<Words> bounds = new ArrayList<>();
        for (Box box : tuning.join() ? Joins.joinWithRuns(boxes, a, b, longRuns) : boxes) {
            Words words = Extent.words(a, b, box);
            if (!ReorderedRuns.make(words, inOrder)) {
                bounds.add(tuning.runs() == Runs.WITHIN ? borders.of(words) : words);
            }
        }
        for (Words words : withoutContained(bounds, a.words.size())) {
            Passage passage = passage(a, b, words, shared, kind(words, runs));
            if (passage.a().bytes() >= tuning.leastBytesA()
                    && passage.b().bytes() >= tuning.leastBytesB()
                    && passage.words() >= tuning.leastWords()) {
                passages.add(passage);
                found.add(words.aFrom(), words.aTo(), words);
            }
        }
        return search.limited;
    }

    /** Passages of one run can all grow to its borders: keeps those that lie within no longer one in both texts. */
    private static List<Words> withoutContained(List<Words> all, int aWords) {
        List<Words> sorted = new ArrayList<>(all);
        sorted.sort(LONGEST_FIRST);
        Bins<Words> bins = new Bins<>(aWords);
        List<Words> kept = new ArrayList<>();
        for (Words words : sorted) {
            if (!bins.anyNear(words.aFrom(), words.aTo(), longer -> longer.contains(words))) {
                kept.add(words);
                bins.add(words.aFrom(), words.aTo(), words);
            }
        }
        return kept;
    }

    private List<Run> longEnough(TextWords a, List<Run> runs) {
        return runs.stream()
                .filter(r -> a.endByte[r.a() + r.words() - 1] - a.startByte[r.a()] >= tuning.runBytes())
                .toList();
    }

    private static Kind kind(Words words, List<Run> runs) {
        long covered = 0;
        for (Run run : VerbatimRuns.within(runs, words.aFrom(), words.aTo())) {
            covered += Math.min(words.aOverlap(run.asWords()), words.bOverlap(run.asWords()));
        }
        return covered >= VERBATIM * Math.max(words.aLength(), words.bLength()) ? Kind.VERBATIM : Kind.REWORDED;
    }

    private static Passage passage(PreparedText a, PreparedText b, Words words, SharedWords sharedWords, Kind kind) {
        int shared = sharedWords.count(words);
        return new Passage(
                Extent.of(a.words, words.aFrom(), words.aTo()),
                Extent.of(b.words, words.bFrom(), words.bTo()),
                kind,
                shared,
                (double) shared / words.aLength());
    }

    /** Where intervals of words lie in a text. */
    private static final class Extent {
        private Extent() {}

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

        /** The words of a box. */
        static Words words(PreparedText a, PreparedText b, Box box) {
            return new Words(
                    firstWord(a, box.aFrom()),
                    afterLastWord(a, box.aTo()),
                    firstWord(b, box.bFrom()),
                    afterLastWord(b, box.bTo()));
        }

        /** The span of words, with signs that follow or precede them without white space. */
        static Span of(TextWords text, int from, int to) {
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
    }
}

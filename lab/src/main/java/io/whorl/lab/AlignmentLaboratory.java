package io.whorl.lab;

import io.whorl.align.Aligner;
import io.whorl.align.Passage;
import io.whorl.lab.AlignedPassages.CopiedPassage;
import io.whorl.lab.AlignedPassages.Pair;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Figures;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Aligns the pairs of a source, and scores the detections of each category.
 *
 * @param every takes each pair whose number is a multiple of this; 1 takes all
 */
public record AlignmentLaboratory(PairSource source, int every, int threads) {
    public static final String ALL = "all";
    /** The row of all pairs without a case: every detection there is false. */
    public static final String WITHOUT_CASES = "pairs without a case";

    private static final double NANOS = 1e6;

    public AlignmentLaboratory {
        if (every < 1) {
            throw new IllegalArgumentException("every is " + every + "; it must be at least 1");
        }
    }

    /** Detects the passages that two texts share. Thread-safe. */
    @FunctionalInterface
    public interface TextAligner {
        List<SpanPair> align(String a, String b);

        static TextAligner of(Aligner aligner) {
            return (a, b) -> aligner.align(a, b).stream().map(SpanPair::of).toList();
        }
    }

    /**
     * Two texts with the cases of copying between them.
     *
     * @param a the text with the copies
     * @param b the text that they are taken from
     */
    public record TextPair(String category, String a, String b, List<SpanPair> cases) {}

    /** Pairs of texts with known cases. Each pair is made or read when it is needed. Thread-safe. */
    public interface PairSource {
        int size();

        /** Returns a pair, 0 to {@link #size} - 1. */
        TextPair pair(int number) throws IOException;

        /** Returns the pairs of a collection with the layout of PAN's text alignment task. It stays open meanwhile. */
        static PairSource of(Texts texts, AlignedPassages annotations) {
            // Two documents can be a pair in several categories.
            var cases = annotations.passages().stream()
                    .collect(Collectors.groupingBy(
                            passage -> List.of(passage.category(), passage.suspicious(), passage.source()),
                            Collectors.mapping(SpanPair::of, Collectors.toList())));
            return new PairSource() {
                @Override
                public int size() {
                    return annotations.pairs().size();
                }

                @Override
                public TextPair pair(int number) throws IOException {
                    Pair pair = annotations.pairs().get(number);
                    return new TextPair(
                            pair.category(),
                            texts.string(pair.suspicious()),
                            texts.string(pair.source()),
                            cases.getOrDefault(List.of(pair.category(), pair.suspicious(), pair.source()), List.of()));
                }
            };
        }
    }

    /**
     * A line of the table.
     *
     * @param interval of plagdet: 95 % of what documents drawn anew have; empty without cases
     * @param millis processor time of a pair, in milliseconds: reading its words and aligning them
     * @param seeds seeds that are kept for each 1,000 bytes of text; empty if they were not counted
     */
    public record Row(
            String aligner,
            String category,
            int pairs,
            Plagdet plagdet,
            String interval,
            double millis,
            String seeds) {}

    /** @param document the hash of the text with the copies; two texts of one hash are drawn together */
    private record Timed(int document, JudgedPair pair, long nanos) {}

    /**
     * Aligns the pairs. The first rows are {@link #ALL} and {@link #WITHOUT_CASES}, the others are by category.
     *
     * @param seeds asked after the pairs are aligned
     */
    public List<Row> run(String name, TextAligner aligner, Supplier<String> seeds) throws IOException {
        List<Integer> numbers = IntStream.range(0, source.size())
                .filter(number -> number % every == 0)
                .boxed()
                .toList();
        ThreadMXBean time = ManagementFactory.getThreadMXBean();
        List<Timed> judged = Parallel.map(numbers, threads, number -> {
            TextPair pair = source.pair(number);
            long start = time.getCurrentThreadCpuTime();
            List<SpanPair> detections = aligner.align(pair.a(), pair.b());
            long nanos = time.getCurrentThreadCpuTime() - start;
            return new Timed(pair.a().hashCode(), new JudgedPair(pair.category(), pair.cases(), detections), nanos);
        });
        List<Row> rows = new ArrayList<>();
        rows.add(row(name, ALL, judged, seeds));
        rows.add(row(
                name,
                WITHOUT_CASES,
                judged.stream().filter(each -> each.pair.cases().isEmpty()).toList(),
                seeds));
        new TreeMap<>(judged.stream().collect(Collectors.groupingBy(each -> each.pair.category())))
                .forEach((category, pairs) -> rows.add(row(name, category, pairs, seeds)));
        return rows;
    }

    private static Row row(String name, String category, List<Timed> pairs, Supplier<String> seeds) {
        return new Row(
                name,
                category,
                pairs.size(),
                Plagdet.of(pairs.stream().map(Timed::pair).toList()),
                Plagdet.interval(pairs.stream()
                        .collect(Collectors.groupingBy(
                                Timed::document, TreeMap::new, Collectors.mapping(Timed::pair, Collectors.toList())))
                        .values()),
                pairs.stream().mapToLong(Timed::nanos).average().orElse(0) / NANOS,
                seeds.get());
    }

    public static FigureTable table(List<Row> rows) {
        return new Columns<Row>()
                .add("aligner", Row::aligner)
                .add("category", Row::category)
                .add("pairs", Row::pairs)
                .add("cases", row -> row.plagdet.cases())
                .add("plagdet", row -> ofCases(row, Plagdet::score))
                .add("95 % interval", Row::interval)
                .add("recall", row -> ofCases(row, Plagdet::recall))
                .add("precision", row -> ofCases(row, Plagdet::precision))
                .add("granularity", row -> ofCases(row, Plagdet::granularity))
                .add("detections", row -> row.plagdet.detections())
                .add("false detections", row -> row.plagdet.falseDetections())
                .add("ms a pair", 2, Row::millis)
                .add("seeds per kB", Row::seeds)
                .table("align", rows);
    }

    private static String ofCases(Row row, Function<Plagdet, Double> figure) {
        return row.plagdet.cases() > 0 ? Figures.of(figure.apply(row.plagdet), 4) : "";
    }

    /**
     * The score of detections by Potthast, Stein, Barrón-Cedeño and Rosso, "An Evaluation Framework for Plagiarism
     * Detection" (COLING 2010), in its macro-averaged form: every case counts the same, however long it is.
     *
     * <p>It is what the scores are computed from, which adds up over pairs.
     *
     * @param covered the shares of the cases that their detections cover
     * @param right the shares of the detections that their cases cover
     * @param falseDetections detections that overlap no case
     */
    public record Plagdet(
            double covered,
            double right,
            int cases,
            int detections,
            int falseDetections,
            int detectedCases,
            long detectionsOfCases) {
        private static final int DRAWS = 1_000;
        private static final Plagdet NONE = new Plagdet(0, 0, 0, 0, 0, 0, 0);

        public static Plagdet of(List<JudgedPair> pairs) {
            return pairs.stream().map(Plagdet::of).reduce(NONE, Plagdet::plus);
        }

        private static Plagdet of(JudgedPair pair) {
            Plagdet sums = NONE;
            for (SpanPair each : pair.cases()) {
                List<SpanPair> found = overlapping(each, pair.detections());
                sums = sums.plus(new Plagdet(each.covered(found), 0, 1, 0, 0, found.isEmpty() ? 0 : 1, found.size()));
            }
            for (SpanPair each : pair.detections()) {
                List<SpanPair> right = overlapping(each, pair.cases());
                sums = sums.plus(new Plagdet(0, each.covered(right), 0, 1, right.isEmpty() ? 1 : 0, 0, 0));
            }
            return sums;
        }

        private Plagdet plus(Plagdet other) {
            return new Plagdet(
                    covered + other.covered,
                    right + other.right,
                    cases + other.cases,
                    detections + other.detections,
                    falseDetections + other.falseDetections,
                    detectedCases + other.detectedCases,
                    detectionsOfCases + other.detectionsOfCases);
        }

        /** Returns the mean share of a case that its detections cover; 0 without cases. */
        public double recall() {
            return cases == 0 ? 0 : covered / cases;
        }

        /** Returns the mean share of a detection that its cases cover; 0 without detections. */
        public double precision() {
            return detections == 0 ? 0 : right / detections;
        }

        /** Returns the mean number of detections of a detected case; 1 is best, and is the value without one. */
        public double granularity() {
            return detectedCases == 0 ? 1 : (double) detectionsOfCases / detectedCases;
        }

        /**
         * Returns the interval of 95 % of 1,000 scores, each of as many documents drawn with replacement. Pairs of one
         * document are drawn together, because they are found or missed together. Empty without cases.
         */
        static String interval(Collection<List<JudgedPair>> documents) {
            List<Plagdet> sums = documents.stream().map(Plagdet::of).toList();
            if (sums.stream().allMatch(each -> each.cases == 0)) {
                return "";
            }
            Random random = new Random(1);
            double[] scores = IntStream.range(0, DRAWS)
                    .mapToDouble(draw -> random.ints(sums.size(), 0, sums.size())
                            .mapToObj(sums::get)
                            .reduce(NONE, Plagdet::plus)
                            .score())
                    .sorted()
                    .toArray();
            return Figures.of(scores[DRAWS / 40], 3) + " to " + Figures.of(scores[DRAWS - 1 - DRAWS / 40], 3);
        }

        /** The harmonic mean of recall and precision, divided by log2(1 + granularity). 0 to 1; 1 is best. */
        public double score() {
            double sum = recall() + precision();
            return sum == 0 ? 0 : 2 * recall() * precision() / sum * Math.log(2) / Math.log1p(granularity());
        }

        private static List<SpanPair> overlapping(SpanPair match, List<SpanPair> others) {
            return others.stream().filter(match::overlaps).toList();
        }
    }

    /** Two texts with the cases between them, and what an aligner detects. */
    public record JudgedPair(String category, List<SpanPair> cases, List<SpanPair> detections) {}

    /**
     * An interval in each of two texts, in code points; ends are exclusive. It is a case, that is a copied passage, or
     * the detection of one.
     */
    public record SpanPair(int aFrom, int aTo, int bFrom, int bTo) {
        public SpanPair {
            if (aFrom < 0 || aTo < aFrom || bFrom < 0 || bTo < bFrom) {
                throw new IllegalArgumentException("the spans are " + aFrom + " to " + aTo + " and " + bFrom + " to "
                        + bTo + "; no place may be negative, and no end may be before its start");
            }
        }

        static SpanPair of(Passage p) {
            return new SpanPair(p.a().start(), p.a().end(), p.b().start(), p.b().end());
        }

        static SpanPair of(CopiedPassage p) {
            return new SpanPair(
                    p.offset(), p.offset() + p.length(), p.sourceOffset(), p.sourceOffset() + p.sourceLength());
        }

        /** True if both intervals overlap those of another match of the same two texts. */
        public boolean overlaps(SpanPair other) {
            return overlap(aFrom, aTo, other.aFrom, other.aTo) > 0 && overlap(bFrom, bTo, other.bFrom, other.bTo) > 0;
        }

        /** The share of both intervals that other matches cover together, 0 to 1. */
        double covered(List<SpanPair> others) {
            BitSet a = new BitSet();
            BitSet b = new BitSet();
            for (SpanPair other : others) {
                set(a, aFrom, aTo, other.aFrom, other.aTo);
                set(b, bFrom, bTo, other.bFrom, other.bTo);
            }
            int length = aTo - aFrom + bTo - bFrom;
            return length == 0 ? 0 : (double) (a.cardinality() + b.cardinality()) / length;
        }

        private static void set(BitSet covered, int from, int to, int otherFrom, int otherTo) {
            if (overlap(from, to, otherFrom, otherTo) > 0) {
                covered.set(Math.max(from, otherFrom) - from, Math.min(to, otherTo) - from);
            }
        }

        static int overlap(int from, int to, int otherFrom, int otherTo) {
            return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
        }
    }

    /**
     * Pairs of documents of different groups, with passages copied from one to the other and edited. The same
     * collection, seed and number give the same pair.
     *
     * <p>Paragraphs of the host that have an n-gram in common with the source are left out first, so that the copies
     * are the only cases.
     */
    public static final class CopiedPairs implements PairSource {
        /** Code points of a document, at least; shorter ones are joined to longer texts. */
        private static final int LEAST_LENGTH = 4_000;

        private static final int LEAST_LENGTH_SPACELESS = 2_000;
        /** A joined document is complete when it has this many times the least length. */
        private static final int JOINED = 4;

        private static final int MOST_LENGTH = 60_000;
        private static final int MOST_PASSAGES = 3;
        /** What is left of the host, as a share of the least length. */
        private static final double LEAST_HOST = 0.5;
        /** Pairs that are drawn until one has a host of its own. */
        private static final int ATTEMPTS = 200;

        private static final int WORDS_OF_GRAM = 5;
        private static final int LETTERS_OF_GRAM = 8;

        private final List<String> documents;
        private final int pairs;
        private final long seed;

        /** Reads the last document of each group. */
        public CopiedPairs(Texts texts, Groups groups, String prefix, int pairs, long seed) throws IOException {
            this.pairs = pairs;
            this.seed = seed;
            documents = documents(texts, groups, prefix);
            if (documents.size() < 2) {
                throw new LabException(
                        "the collection has " + documents.size() + " usable groups with documents named '" + prefix
                                + "...'; copies need two documents of " + LEAST_LENGTH + " characters");
            }
        }

        private static List<String> documents(Texts texts, Groups groups, String prefix) throws IOException {
            List<String> documents = new ArrayList<>();
            StringBuilder joined = new StringBuilder();
            for (SortedSet<String> group : groups.members().values()) {
                String last = group.last();
                if (!last.startsWith(prefix)) {
                    continue;
                }
                String text = new String(texts.text(last), StandardCharsets.UTF_8);
                int least = Units.isSpaceless(text) ? LEAST_LENGTH_SPACELESS : LEAST_LENGTH;
                if (text.length() >= least) {
                    if (text.length() <= MOST_LENGTH) {
                        documents.add(text);
                    }
                    continue;
                }
                joined.append(text).append("\n\n");
                if (joined.length() >= JOINED * least) {
                    documents.add(joined.toString());
                    joined.setLength(0);
                }
            }
            return documents;
        }

        @Override
        public int size() {
            return pairs;
        }

        @Override
        public TextPair pair(int number) {
            Edit edit = Edit.values()[number % Edit.values().length];
            Random random = new Random(seed * 1_000_003 + number);
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                String source = documents.get(random.nextInt(documents.size()));
                String host = documents.get(random.nextInt(documents.size()));
                List<String> paragraphs = host.equals(source) ? List.of() : ownParagraphs(host, source);
                if (paragraphs.stream().mapToInt(String::length).sum()
                        >= LEAST_HOST * (Units.isSpaceless(host) ? LEAST_LENGTH_SPACELESS : LEAST_LENGTH)) {
                    return copied(edit, paragraphs, source, random);
                }
            }
            throw new LabException(
                    "of " + ATTEMPTS + " pairs of documents none has enough paragraphs without common words;"
                            + " the documents are too much alike for copies that are the only ones");
        }

        private TextPair copied(Edit edit, List<String> paragraphs, String source, Random random) {
            Vocabulary vocabulary = new Vocabulary(documents, random);
            int copies = edit == Edit.CLEAN ? 0 : 1 + random.nextInt(MOST_PASSAGES);
            List<Integer> places =
                    random.ints(copies, 0, paragraphs.size() + 1).boxed().toList();
            StringBuilder text = new StringBuilder();
            List<SpanPair> cases = new ArrayList<>();
            PassageChoice choice = new PassageChoice(source, random);
            for (int at = 0; at <= paragraphs.size(); at++) {
                for (int place : places) {
                    if (place == at) {
                        choice.next().ifPresent(passage -> {
                            String copy =
                                    edit.apply(source.substring(passage.from(), passage.to()), vocabulary, random);
                            int from = text.codePointCount(0, text.length());
                            text.append(copy);
                            int to = text.codePointCount(0, text.length());
                            text.append("\n\n");
                            cases.add(new SpanPair(
                                    from,
                                    to,
                                    source.codePointCount(0, passage.from()),
                                    source.codePointCount(0, passage.to())));
                        });
                    }
                }
                if (at < paragraphs.size()) {
                    text.append(paragraphs.get(at));
                }
            }
            return new TextPair(edit.title, text.toString(), source, List.copyOf(cases));
        }

        private static List<String> ownParagraphs(String host, String source) {
            Set<String> grams = grams(source);
            return Arrays.stream(host.split("(?<=\n\n)"))
                    .filter(paragraph -> Collections.disjoint(grams(paragraph), grams))
                    .toList();
        }

        private static Set<String> grams(String text) {
            boolean spaceless = Units.isSpaceless(text);
            List<String> words = Units.words(text, spaceless);
            int length = spaceless ? LETTERS_OF_GRAM : WORDS_OF_GRAM;
            Set<String> grams = new HashSet<>();
            for (int k = 0; k + length <= words.size(); k++) {
                grams.add(String.join(" ", words.subList(k, k + length)));
            }
            return grams;
        }
    }

    enum Edit {
        NONE("0-none", 0),
        LIGHT("1-light05", 0.05),
        MEDIUM("2-medium15", 0.15),
        HEAVY("3-heavy30", 0.30),
        /** Sentences change places with near ones, and some words are replaced. */
        REORDERED("4-reordered", 0.05),
        CLEAN("5-clean", 0);

        /** A sentence moves at most this far. */
        private static final int FARTHEST = 3;

        private final String title;
        private final double rate;

        Edit(String title, double rate) {
            this.title = title;
            this.rate = rate;
        }

        /** Replaces, deletes and inserts words, each with a third of the rate. The result is not empty. */
        String apply(String passage, Vocabulary vocabulary, Random random) {
            boolean spaceless = Units.isSpaceless(passage);
            String text = this == REORDERED ? reordered(passage, spaceless, random) : passage;
            if (rate == 0) {
                return text;
            }
            StringBuilder edited = new StringBuilder();
            for (String unit : Units.of(text)) {
                if (unit.isBlank() || random.nextDouble() >= rate) {
                    edited.append(unit);
                    continue;
                }
                // A third of the units is replaced, a third gets another one before it, and a third is deleted.
                int how = random.nextInt(3);
                edited.append(how < 2 ? vocabulary.draw(spaceless) : "").append(how == 1 ? unit : "");
            }
            String stripped = edited.toString().strip();
            return stripped.isEmpty() ? passage : stripped;
        }

        private static String reordered(String passage, boolean spaceless, Random random) {
            List<String> sentences =
                    new ArrayList<>(List.of(passage.split(spaceless ? "(?<=[。！？\n])" : "(?<=[.!?])\\s+")));
            for (int k = sentences.size() - 1; k > 0; k--) {
                Collections.swap(sentences, k, Math.max(0, k - 1 - random.nextInt(FARTHEST)));
            }
            return String.join(spaceless ? "" : " ", sentences);
        }
    }

    record Vocabulary(List<String> documents, Random random) {
        /** Returns a letter of a document if the text that is edited has no spaces, or else a word and a space. */
        String draw(boolean spaceless) {
            while (true) {
                String document = documents.get(random.nextInt(documents.size()));
                int at = random.nextInt(document.length());
                if (spaceless) {
                    int codePoint = document.codePointAt(at);
                    if (Character.isLetter(codePoint)) {
                        return Character.toString(codePoint);
                    }
                } else {
                    int from = at;
                    while (from > 0 && !Character.isWhitespace(document.charAt(from - 1))) {
                        from--;
                    }
                    int to = at;
                    while (to < document.length() && !Character.isWhitespace(document.charAt(to))) {
                        to++;
                    }
                    if (to > from) {
                        return document.substring(from, to) + " ";
                    }
                }
            }
        }
    }

    /** Chooses passages of a text: 50 to 1,000 words from the start of a sentence, none twice. */
    static final class PassageChoice {
        private static final double SHORTEST = 50;
        private static final double LONGEST = 1_000;
        private static final double CHARS_OF_WORD = 6.2;
        private static final double LETTERS_OF_WORD = 2;
        private static final double MOST_OF_TEXT = 0.7;
        private static final int LEAST_CHARS = 200;
        private static final int LEAST_LETTERS = 60;
        private static final int ATTEMPTS = 20;

        private final String text;
        private final boolean spaceless;
        private final Random random;
        private final List<Interval> chosen = new ArrayList<>();

        PassageChoice(String text, Random random) {
            this.text = text;
            this.random = random;
            spaceless = Units.isSpaceless(text);
        }

        /** Chars of the text; the end is exclusive. */
        record Interval(int from, int to) {}

        /** Returns a passage that overlaps no earlier one, if one is found soon. Lengths are log-uniform. */
        Optional<Interval> next() {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                double words = SHORTEST * Math.pow(LONGEST / SHORTEST, random.nextDouble());
                int length = (int) (words * (spaceless ? LETTERS_OF_WORD : CHARS_OF_WORD));
                if (length > MOST_OF_TEXT * text.length()) {
                    continue;
                }
                Interval passage = trimmed(random.nextInt(text.length() - length), length);
                if (passage.to - passage.from >= (spaceless ? LEAST_LETTERS : LEAST_CHARS)
                        && chosen.stream()
                                .noneMatch(other ->
                                        SpanPair.overlap(passage.from, passage.to, other.from, other.to) > 0)) {
                    chosen.add(passage);
                    return Optional.of(passage);
                }
            }
            return Optional.empty();
        }

        private Interval trimmed(int at, int length) {
            int from = at;
            while (from > 0 && !isSentenceStart(from)) {
                from--;
            }
            int to = Math.min(text.length(), from + length);
            while (to < text.length() && !isEnd(to)) {
                to++;
            }
            String passage = text.substring(from, to);
            int start = from + passage.length() - passage.stripLeading().length();
            return new Interval(start, start + passage.strip().length());
        }

        private boolean isSentenceStart(int at) {
            char before = text.charAt(at - 1);
            if (spaceless) {
                return "。！？\n".indexOf(before) >= 0;
            }
            return Character.isWhitespace(before) && (at == 1 || ".!?\n".indexOf(text.charAt(at - 2)) >= 0);
        }

        private boolean isEnd(int at) {
            return spaceless ? "。！？\n".indexOf(text.charAt(at - 1)) >= 0 : Character.isWhitespace(text.charAt(at));
        }
    }

    /** The units that edits replace: words with the white space after them, or letters of a script without spaces. */
    static final class Units {
        /** A text is in a script without spaces if this share of its letters is. */
        private static final double LEAST_SHARE = 0.3;

        private Units() {}

        static boolean isSpaceless(String text) {
            long letters = text.codePoints().filter(Character::isLetter).count();
            long spaceless = text.codePoints().filter(Units::isSpaceless).count();
            return letters > 0 && spaceless >= LEAST_SHARE * letters;
        }

        private static boolean isSpaceless(int codePoint) {
            return switch (Character.UnicodeScript.of(codePoint)) {
                case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> true;
                default -> false;
            };
        }

        /** Splits a text; the units together are the text. */
        static List<String> of(String text) {
            if (isSpaceless(text)) {
                return text.codePoints().mapToObj(Character::toString).toList();
            }
            return Arrays.asList(text.split("(?<=\\s)(?=\\S)"));
        }

        /** Returns the lower-case words, or the letters, without punctuation and white space. */
        static List<String> words(String text, boolean spaceless) {
            String lower = text.toLowerCase(Locale.ROOT);
            String[] words = spaceless ? lower.replaceAll("\\s+", "").split("") : lower.split("(?U)\\W+");
            return Arrays.stream(words).filter(word -> !word.isEmpty()).toList();
        }
    }
}

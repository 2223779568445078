package io.whorl.lab;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.fingerprint.ChunkMatches;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.SplitMix64;
import io.whorl.internal.Ranges;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Figures;
import io.whorl.lab.Columns.Moments;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Scheme;
import io.whorl.text.PlacedWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Attacks each strategy on a sample of documents: the copy of a document is edited until a test no longer recognises it
 * (SEC(o, r), COPS 3.3). Equal collections and seeds give equal figures.
 */
public final class SecurityLaboratory {
    /** The thresholds of match_ratio: a few copied paragraphs, a fifth, and half of the text. */
    private static final List<Double> THRESHOLDS = List.of(0.05, 0.2, 0.5);
    /** The threshold of the table of families. */
    private static final double FAMILY_THRESHOLD = 0.2;

    private static final List<Integer> FAMILIES = List.of(1, 2, 4, 8, 16, 32);
    /** Every n-th word is replaced before alignment. */
    private static final List<Integer> ALIGNED = List.of(10, 5, 4, 3, 2);

    private static final int SHARE_DIGITS = 3;
    private static final double THOUSAND = 1_000;

    private final List<EditedText> documents = new ArrayList<>();
    private final long seed;
    private final int threads;
    private final Consumer<String> progress;

    /**
     * The documents that are attacked.
     *
     * @param prefix of their ids
     * @param draw documents at most, 1 to 100,000
     * @param words they are cut to so many words, 100 to 100,000; shorter ones are left out
     */
    public record Sample(String prefix, int draw, int words, long seed) {
        public Sample {
            Ranges.check("draw", draw, 1, 100_000);
            Ranges.check("words", words, 100, 100_000);
        }
    }

    public SecurityLaboratory(Texts texts, Sample sample, int threads, Consumer<String> progress) throws IOException {
        seed = sample.seed;
        this.threads = threads;
        this.progress = progress;
        List<String> ids = new ArrayList<>(
                texts.ids().stream().filter(id -> id.startsWith(sample.prefix)).toList());
        Collections.shuffle(ids, new Random(seed));
        for (String id : ids) {
            if (documents.size() == sample.draw) {
                break;
            }
            EditedText document = new EditedText(EditedText.cut(texts.text(id), sample.words));
            if (document.words() == sample.words) {
                documents.add(document);
            }
        }
        if (documents.isEmpty()) {
            throw new LabException("no document has " + sample.words + " words; attack shorter texts");
        }
    }

    public List<FigureTable> tables() {
        List<FigureTable> tables = new ArrayList<>();
        for (double phi : THRESHOLDS) {
            progress.accept("threshold " + phi);
            tables.add(attacks(phi));
        }
        progress.accept("families");
        tables.add(families());
        progress.accept("alignment");
        tables.add(alignment());
        return tables;
    }

    private interface Figure {
        double of(int document, EditedText text);
    }

    /** A figure per 1,000 words, over all documents. */
    private Moments perThousand(Figure figure) {
        return over((i, text) -> figure.of(i, text) * THOUSAND / text.words());
    }

    private String spread(Figure figure) {
        return Figures.spread(perThousand(figure), 1);
    }

    private Moments over(Figure figure) {
        List<Integer> numbers = IntStream.range(0, documents.size()).boxed().toList();
        try {
            return Moments.of(Parallel.map(numbers, threads, i -> figure.of(i, documents.get(i))), documents.size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A strategy that is attacked: a family of tests that differ in their seed only.
     *
     * @param seeded whether the seed decides which chunks are tested
     */
    private record Strategy(String name, boolean seeded, Scheme scheme, int sample) {
        /** The strategies of COPS 4.2 and 6, and the selections that Whorl's schemes use most. */
        static List<Strategy> all() {
            return List.of(
                    of("single words (COPS A)", false, Scheme.builder().granularity(1)),
                    of("sentences (COPS A)", false, sentences(1)),
                    of("pairs of sentences (COPS C)", false, sentences(2)),
                    of("4 words, disjoint (COPS B)", false, words("all-substrings", Map.of())),
                    of("4 words, full (COPS C)", false, words("full", Map.of())),
                    of("breakpoints, k = 4 (COPS D)", true, Scheme.builder().breakpoints(4)),
                    of("breakpoints, k = 10 (COPS D)", true, Scheme.builder().breakpoints(10)),
                    of("4 words, winnowing w = 8", true, words("winnowing", Map.of("w", "8"))),
                    of("4 words, winnowing w = 24", true, words("winnowing", Map.of("w", "24"))),
                    of("4 words, mod m = 25", true, words("mod", Map.of("m", "25"))),
                    of("4 words, anchors", false, words("anchor", Map.of())),
                    of("4 words, first 15", false, words("first-r-sliding", Map.of())),
                    of("4 words, rarest 15 in document", false, words("rarest-in-document", Map.of())),
                    new Strategy(
                            "4 words, full, 20 tested (COPS 6)",
                            true,
                            words("full", Map.of()).build(),
                            20));
        }

        private static Scheme.Builder words(String selection, Map<String, String> parameters) {
            return Scheme.builder().granularity(4).selection(selection, parameters);
        }

        private static Scheme.Builder sentences(int granularity) {
            return Scheme.builder().unit(Unit.SENTENCE).granularity(granularity);
        }

        private static Strategy of(String name, boolean seeded, Scheme.Builder scheme) {
            return new Strategy(name, seeded, scheme.build(), 0);
        }
    }

    /** The first tests of a family; documents have different ones. */
    private List<OperationalTest> family(Strategy strategy, int members, int document, EditedText text) {
        return LongStream.range(0, members)
                .map(i -> seed + 1_000L * document + i)
                .mapToObj(own -> new OperationalTest(
                        strategy.scheme.toBuilder().seed(own).build(), strategy.sample, own, text.utf8()))
                .toList();
    }

    private FigureTable attacks(double phi) {
        int members = FAMILIES.get(FAMILIES.size() - 1);
        return new Columns<Strategy>()
                .add("strategy", Strategy::name)
                .add("chunks tested per 1,000 words", 0, strategy -> perThousand(
                                (i, text) -> family(strategy, 1, i, text)
                                        .get(0)
                                        .of(text.utf8())
                                        .size())
                        .mean())
                .add(
                        "the test is known",
                        strategy -> spread((i, text) -> informed(text, family(strategy, 1, i, text), phi)))
                .add(
                        "unknown, but may be asked",
                        strategy -> spread((i, text) -> blind(text, family(strategy, 1, i, text), phi)))
                .add(
                        "unknown, evades all " + members,
                        strategy -> spread((i, text) ->
                                blind(text, family(strategy, strategy.seeded() ? members : 1, i, text), phi)))
                .table(
                        "sec-" + Figures.of(100 * phi, 0),
                        "sec",
                        Strategy.all(),
                        phi,
                        documents.size(),
                        documents.get(0).words());
    }

    private FigureTable families() {
        Columns<Strategy> columns = new Columns<Strategy>().add("strategy", Strategy::name);
        for (int members : FAMILIES) {
            columns.add(
                    members + (members == 1 ? " test" : " tests"),
                    strategy ->
                            spread((i, text) -> informed(text, family(strategy, members, i, text), FAMILY_THRESHOLD)));
        }
        List<Strategy> seeded = Strategy.all().stream().filter(Strategy::seeded).toList();
        return columns.table("sec-families", seeded, FAMILY_THRESHOLD);
    }

    /** What alignment still finds of copies that evade tests. */
    private FigureTable alignment() {
        return new Columns<Integer>()
                .add("changed words per 1,000", 0, every -> THOUSAND / every)
                .add(
                        "share of the copy in passages",
                        every -> Figures.spread(over((i, text) -> aligned(text, every)), SHARE_DIGITS))
                .add("copies with a passage", SHARE_DIGITS, every -> over((i, text) -> aligned(text, every) > 0 ? 1 : 0)
                        .mean())
                .table("sec-alignment", ALIGNED);
    }

    /** Replaces every n-th word, and returns the share of the copy's bytes that are in a passage. */
    private static double aligned(EditedText text, int every) {
        byte[] copy = text.with(even(text.words(), text.words() / every));
        BitSet found = new BitSet(copy.length);
        for (Passage passage : Aligner.of(AlignmentOptions.DEFAULT)
                .alignment(copy, text.utf8())
                .passages()) {
            found.set(passage.a().startByte(), passage.a().endByte());
        }
        return (double) found.cardinality() / copy.length;
    }

    /**
     * The adversary of COPS 3.3, who knows the test, or all tests of a family of which one is used. He replaces the
     * word that most matching chunks contain, again and again, until no test finds a violation. If one word inserted
     * before the text is enough, he inserts it.
     *
     * @return the number of changed words
     */
    static int informed(EditedText text, List<OperationalTest> tests, double phi) {
        if (!violation(tests, text.withInsertion(), phi)) {
            return violation(tests, text.utf8(), phi) ? 1 : 0;
        }
        BitSet replaced = new BitSet();
        while (true) {
            byte[] edited = text.with(replaced);
            List<Target> targets = new ArrayList<>();
            for (OperationalTest test : tests) {
                Evidence evidence = test.of(edited);
                if (evidence.violation(phi)) {
                    targets.add(new Target(evidence, phi));
                }
            }
            if (targets.isEmpty()) {
                return replaced.cardinality();
            }
            replace(text.words(), targets, replaced);
        }
    }

    private static boolean violation(List<OperationalTest> tests, byte[] text, double phi) {
        return tests.stream().anyMatch(test -> test.of(text).violation(phi));
    }

    /** The chunks of one test that still have to stop to match. */
    private static final class Target {
        private final List<Range> left;
        private int needed;

        Target(Evidence evidence, double phi) {
            left = new ArrayList<>(evidence.matching());
            needed = evidence.excess(phi);
        }

        /** Removes the chunks with a word; if the test should pass now, the others do not matter any more. */
        void replace(int word, int[] chunks) {
            List<Range> broken = left.stream().filter(range -> range.has(word)).toList();
            broken.forEach(range -> add(chunks, range, -1));
            needed -= broken.size();
            left.removeAll(broken);
            if (needed <= 0) {
                left.forEach(range -> add(chunks, range, -1));
            }
        }
    }

    /** Replaces words until each test should pass. New chunks may be selected then, so the tests are asked again. */
    private static void replace(int words, List<Target> targets, BitSet replaced) {
        int[] chunks = new int[words];
        targets.forEach(target -> target.left.forEach(range -> add(chunks, range, 1)));
        while (targets.stream().anyMatch(target -> target.needed > 0)) {
            int best = 0;
            for (int word = 1; word < chunks.length; word++) {
                best = chunks[word] > chunks[best] ? word : best;
            }
            int word = best;
            replaced.set(word);
            targets.stream().filter(target -> target.needed > 0).forEach(target -> target.replace(word, chunks));
        }
    }

    private static void add(int[] chunks, Range range, int one) {
        for (int word = range.from(); word < range.to(); word++) {
            chunks[word] += one;
        }
    }

    /**
     * An adversary who does not know which chunks are tested, so he replaces words at regular distances. Changes are
     * tried by bisection, as if more changes never helped the test.
     *
     * @return the least number of changed words with which none of these tests finds a violation
     */
    static int blind(EditedText text, List<OperationalTest> tests, double phi) {
        int words = text.words();
        return (int) Ranges.first(0, words, n -> !violation(tests, text.with(even(words, (int) n)), phi));
    }

    /** Returns so many words at equal distances, apart from rounding. */
    static BitSet even(int words, int changes) {
        BitSet chosen = new BitSet(words);
        for (int i = 0; i < changes; i++) {
            chosen.set((int) ((2L * i + 1) * words / (2L * changes)));
        }
        return chosen;
    }

    /** Words of a text, the end exclusive. */
    record Range(int from, int to) {
        boolean has(int word) {
            return from <= word && word < to;
        }
    }

    /**
     * What a test finds in a text: the selected chunks that match the registered document.
     *
     * @param matching the chunks that match, as ranges of words
     */
    record Evidence(int size, List<Range> matching) {
        /** True if more than this share of the chunks match (match_ratio, COPS 3.1). */
        boolean violation(double phi) {
            return matching.size() > phi * size;
        }

        /** The least number of chunks that must stop to match, while the number of chunks stays. */
        int excess(double phi) {
            return matching.size() - (int) Math.floor(phi * size);
        }
    }

    /**
     * An ordinary operational test with the decision match_ratio (COPS 3.1), for one registered document. The text
     * rules of its scheme are the default ones, so its words are those of {@link EditedText}. One thread at a time.
     */
    static final class OperationalTest {
        private final Fingerprinter fingerprinter;
        private final byte[] registered;
        private final int sample;
        private final long sampleSeed;

        /**
         * @param sample the number of chunks of the text that are tested (COPS 6), if all overlapping chunks are kept;
         *     0 for all
         */
        OperationalTest(Scheme scheme, int sample, long sampleSeed, byte[] registered) {
            fingerprinter = Fingerprinter.of(scheme);
            this.registered = registered;
            this.sample = sample;
            this.sampleSeed = sampleSeed;
        }

        Evidence of(byte[] text) {
            ChunkMatches matches = fingerprinter.locate(text, registered);
            int[] starts =
                    fingerprinter.scheme().chunking().unit() == Unit.SENTENCE ? EditedText.sentences(text) : new int[0];
            // A chunk of the text that the document has several times matches once.
            TreeMap<Integer, Range> byStart = new TreeMap<>();
            matches.stream().forEach(match -> {
                int end = match.start() + match.size();
                byStart.put(
                        match.start(),
                        starts.length > 0
                                ? new Range(starts[match.start()], starts[end])
                                : new Range(match.start(), end));
            });
            List<Range> ranges = new ArrayList<>(byStart.values());
            if (sample == 0 || sample >= matches.size()) {
                return new Evidence(matches.size(), ranges);
            }
            BitSet drawn = drawn(matches.size());
            ranges.removeIf(range -> !drawn.get(range.from()));
            return new Evidence(sample, ranges);
        }

        /** Draws chunks without replacement, by their places (RANDOM-SELECT, COPS 6). */
        private BitSet drawn(int chunks) {
            SplitMix64 random = new SplitMix64(sampleSeed);
            BitSet drawn = new BitSet(chunks);
            int left = sample;
            for (int i = 0; i < chunks && left > 0; i++) {
                if (random.next(chunks - i) < left) {
                    drawn.set(i);
                    left--;
                }
            }
            return drawn;
        }
    }

    /**
     * A text with some of its words replaced. Each replacement is a word that occurs nowhere else, so no chunk with it
     * matches by chance. Everything between words stays. Immutable.
     */
    static final class EditedText {
        private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

        private final byte[] utf8;
        private final int[] start;
        private final int[] end;

        /** @param utf8 the text; its words are those of the default rules */
        EditedText(byte[] utf8) {
            this.utf8 = utf8;
            PlacedWords placed = new PlacedWords(utf8);
            start = placed.startByte;
            end = placed.endByte;
        }

        static byte[] cut(byte[] utf8, int words) {
            EditedText whole = new EditedText(utf8);
            return whole.words() <= words ? utf8 : Arrays.copyOf(utf8, whole.end[words - 1]);
        }

        int words() {
            return start.length;
        }

        byte[] utf8() {
            return utf8;
        }

        byte[] with(BitSet replaced) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length + 4 * replaced.cardinality());
            int from = 0;
            for (int word = replaced.nextSetBit(0); word >= 0; word = replaced.nextSetBit(word + 1)) {
                out.write(utf8, from, start[word] - from);
                out.writeBytes(fresh(word));
                from = end[word];
            }
            out.write(utf8, from, utf8.length - from);
            return out.toByteArray();
        }

        byte[] withInsertion() {
            byte[] word = fresh(words());
            byte[] text = Arrays.copyOf(word, word.length + 1 + utf8.length);
            text[word.length] = ' ';
            System.arraycopy(utf8, 0, text, word.length + 1, utf8.length);
            return text;
        }

        private static byte[] fresh(int word) {
            StringBuilder letters = new StringBuilder("zzqx");
            for (int rest = word; rest > 0; rest /= LETTERS.length()) {
                letters.append(LETTERS.charAt(rest % LETTERS.length()));
            }
            return letters.append('q').toString().getBytes(StandardCharsets.UTF_8);
        }

        /** The number of the first word of each sentence of a text, and the number of words. */
        static int[] sentences(byte[] utf8) {
            PlacedWords placed = new PlacedWords(utf8);
            int words = placed.words.count;
            return IntStream.rangeClosed(0, words)
                    .filter(k -> k == 0 || k == words || placed.words.breaks[k] != 0)
                    .toArray();
        }
    }
}

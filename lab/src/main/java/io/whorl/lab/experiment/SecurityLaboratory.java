package io.whorl.lab.experiment;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.internal.Ranges;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.Attacks.EditedText;
import io.whorl.lab.experiment.Attacks.OperationalTest;
import io.whorl.lab.files.Parallel;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Moments;
import io.whorl.lab.table.Columns;
import io.whorl.lab.table.FigureTable;
import io.whorl.lab.table.Figures;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
     * @param prefix only documents whose id begins so
     * @param draw the number of documents to draw, 1 to 100,000
     * @param words documents are cut to so many words, 100 to 100,000; shorter ones are left out
     * @param threads 1 to 1,024; does not change the results
     * @param progress receives one line for each step
     * @throws LabException if no document is long enough
     */
    public SecurityLaboratory(
            Texts texts, String prefix, int draw, int words, long seed, int threads, Consumer<String> progress)
            throws IOException {
        Ranges.check("draw", draw, 1, 100_000);
        Ranges.check("words", words, 100, 100_000);
        this.seed = seed;
        this.threads = threads;
        this.progress = progress;
        List<String> ids = new ArrayList<>(
                texts.ids().stream().filter(id -> id.startsWith(prefix)).toList());
        Collections.shuffle(ids, new Random(seed));
        for (String id : ids) {
            if (documents.size() == draw) {
                break;
            }
            EditedText document = new EditedText(EditedText.cut(texts.text(id), words));
            if (document.words() == words) {
                documents.add(document);
            }
        }
        if (documents.isEmpty()) {
            throw new LabException("no document has " + words + " words; attack shorter texts");
        }
    }

    /** Returns a table for each threshold, the table of families, and that of alignment. */
    public List<FigureTable> tables() throws IOException {
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
    private Moments perThousand(Figure figure) throws IOException {
        return over((i, text) -> figure.of(i, text) * THOUSAND / text.words());
    }

    private Moments over(Figure figure) throws IOException {
        List<Integer> numbers = IntStream.range(0, documents.size()).boxed().toList();
        return Moments.of(Parallel.map(numbers, threads, i -> figure.of(i, documents.get(i))));
    }

    /**
     * A strategy that is attacked: a family of tests that differ in their seed only.
     *
     * @param name for tables
     * @param seeded whether the seed decides which chunks are tested
     */
    private record Strategy(String name, boolean seeded, Scheme scheme, int sample) {
        private static final int SAMPLE = 20;

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
                            "4 words, full, " + SAMPLE + " tested (COPS 6)",
                            true,
                            words("full", Map.of()).build(),
                            SAMPLE));
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

    private record Attacked(Strategy strategy, Moments size, Moments known, Moments asked, Moments sure) {}

    private FigureTable attacks(double phi) throws IOException {
        List<Attacked> rows = new ArrayList<>();
        int family = FAMILIES.get(FAMILIES.size() - 1);
        for (Strategy strategy : Strategy.all()) {
            Moments asked = perThousand((i, text) -> Attacks.blind(text, family(strategy, 1, i, text), phi));
            rows.add(new Attacked(
                    strategy,
                    perThousand((i, text) ->
                            family(strategy, 1, i, text).get(0).of(text.utf8()).size()),
                    perThousand((i, text) -> Attacks.informed(text, family(strategy, 1, i, text), phi)),
                    asked,
                    strategy.seeded()
                            ? perThousand((i, text) -> Attacks.blind(text, family(strategy, family, i, text), phi))
                            : asked));
        }
        return new Columns<Attacked>()
                .add("strategy", row -> row.strategy.name())
                .add("chunks tested per 1,000 words", 0, row -> row.size.mean())
                .add("the test is known", row -> Figures.spread(row.known, 1))
                .add("unknown, but may be asked", row -> Figures.spread(row.asked, 1))
                .add("unknown, evades all " + family, row -> Figures.spread(row.sure, 1))
                .table(
                        "sec-" + Figures.of(100 * phi, 0),
                        "Changed words per 1,000 that evade match_ratio with threshold " + phi + " (COPS 3.3)",
                        rows,
                        documents.size() + " documents of " + documents.get(0).words()
                                + " words; mean and standard deviation over documents.",
                        "Known: the word that most matching chunks contain is replaced, again and again. Unknown: words"
                                + " at equal distances are replaced, as few as evade the test, or all tests that differ"
                                + " in their seed only.",
                        "One inserted word is enough if all chunks depend on their distance from the start.");
    }

    private record Family(Strategy strategy, List<Moments> changes) {}

    private FigureTable families() throws IOException {
        List<Family> rows = new ArrayList<>();
        for (Strategy strategy :
                Strategy.all().stream().filter(Strategy::seeded).toList()) {
            List<Moments> changes = new ArrayList<>();
            for (int members : FAMILIES) {
                changes.add(perThousand(
                        (i, text) -> Attacks.informed(text, family(strategy, members, i, text), FAMILY_THRESHOLD)));
            }
            rows.add(new Family(strategy, changes));
        }
        Columns<Family> columns = new Columns<Family>().add("strategy", row -> row.strategy.name());
        for (int k = 0; k < FAMILIES.size(); k++) {
            int at = k;
            columns.add(FAMILIES.get(k) + (k == 0 ? " test" : " tests"), row -> Figures.spread(row.changes.get(at), 1));
        }
        return columns.table(
                "sec-families",
                "SEC(O, r): changed words per 1,000 that evade every test of a known family, threshold "
                        + FAMILY_THRESHOLD,
                rows,
                "The adversary knows all seeds of the family, but not which one is used.");
    }

    private record Aligned(int every, Moments share, Moments any) {}

    /** What alignment still finds of copies that evade tests. */
    private FigureTable alignment() throws IOException {
        List<Aligned> rows = new ArrayList<>();
        for (int every : ALIGNED) {
            rows.add(new Aligned(
                    every,
                    over((i, text) -> aligned(text, every)),
                    over((i, text) -> aligned(text, every) > 0 ? 1 : 0)));
        }
        return new Columns<Aligned>()
                .add("changed words per 1,000", 0, row -> THOUSAND / row.every)
                .add("share of the copy in passages", row -> Figures.spread(row.share, SHARE_DIGITS))
                .add("copies with a passage", SHARE_DIGITS, row -> row.any.mean())
                .table(
                        "sec-alignment",
                        "What alignment finds of a copy in which words at equal distances are replaced",
                        rows,
                        "Alignment with the general setting; see docs/passages.md.");
    }

    /** Replaces every n-th word, and returns the share of the copy's bytes that are in a passage. */
    private static double aligned(EditedText text, int every) {
        byte[] copy = text.with(Attacks.even(text.words(), text.words() / every));
        BitSet found = new BitSet(copy.length);
        for (Passage passage : Aligner.of(AlignmentOptions.DEFAULT).align(copy, text.utf8())) {
            found.set(passage.a().startByte(), passage.a().endByte());
        }
        return (double) found.cardinality() / copy.length;
    }
}

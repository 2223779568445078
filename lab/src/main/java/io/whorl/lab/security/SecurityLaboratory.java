package io.whorl.lab.security;

import io.whorl.internal.Ranges;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.Figures;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Moments;
import io.whorl.lab.parallel.Parallel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

    private final List<EditedText> documents;
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
        documents = new ArrayList<>();
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
        Moments moments = Moments.NONE;
        for (double each : Parallel.map(numbers, threads, i -> figure.of(i, documents.get(i)))) {
            moments = moments.plus(new Moments(1, each, each * each));
        }
        return moments;
    }

    /** The tests of a family; documents have different ones. */
    private List<OperationalTest> family(Strategy strategy, int members, int document, EditedText text) {
        return LongStream.range(0, members)
                .mapToObj(i -> strategy.test(seed + 1_000L * document + i, text.utf8()))
                .toList();
    }

    private FigureTable attacks(double phi) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        int family = FAMILIES.get(FAMILIES.size() - 1);
        for (Strategy strategy : Strategy.all()) {
            Moments size = perThousand((i, text) ->
                    family(strategy, 1, i, text).get(0).of(text.utf8()).size());
            Moments known =
                    perThousand((i, text) -> new InformedAttack(text, family(strategy, 1, i, text), phi).changes());
            Moments asked = perThousand((i, text) -> new BlindAttack(text, phi).changes(family(strategy, 1, i, text)));
            Moments sure = strategy.seeded()
                    ? perThousand((i, text) -> new BlindAttack(text, phi).changes(family(strategy, family, i, text)))
                    : asked;
            rows.add(List.of(strategy.name(), Figures.of(size.mean(), 0), spread(known), spread(asked), spread(sure)));
        }
        return new FigureTable(
                "sec-" + Figures.of(100 * phi, 0),
                "Changed words per 1,000 that evade match_ratio with threshold " + phi + " (COPS 3.3)",
                List.of(
                        "strategy",
                        "chunks tested per 1,000 words",
                        "the test is known",
                        "unknown, but may be asked",
                        "unknown, evades all " + family),
                rows,
                List.of(
                        documents.size() + " documents of " + documents.get(0).words()
                                + " words; mean and standard deviation over documents.",
                        "Known: the word that most matching chunks contain is replaced, again and again. Unknown: words"
                                + " at equal distances are replaced, as few as evade the test, or all tests that differ"
                                + " in their seed only.",
                        "One inserted word is enough if all chunks depend on their distance from the start."));
    }

    private static String spread(Moments moments) {
        return spread(moments, 1);
    }

    private static String spread(Moments moments, int digits) {
        return Figures.of(moments.mean(), digits) + " ± " + Figures.of(moments.deviation(), digits);
    }

    private FigureTable families() throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (Strategy strategy :
                Strategy.all().stream().filter(Strategy::seeded).toList()) {
            List<String> row = new ArrayList<>(List.of(strategy.name()));
            for (int members : FAMILIES) {
                row.add(spread(perThousand((i, text) ->
                        new InformedAttack(text, family(strategy, members, i, text), FAMILY_THRESHOLD).changes())));
            }
            rows.add(row);
        }
        List<String> columns = new ArrayList<>(List.of("strategy"));
        FAMILIES.forEach(members -> columns.add(members + (members == 1 ? " test" : " tests")));
        return new FigureTable(
                "sec-families",
                "SEC(O, r): changed words per 1,000 that evade every test of a known family, threshold "
                        + FAMILY_THRESHOLD,
                columns,
                rows,
                List.of("The adversary knows all seeds of the family, but not which one is used."));
    }

    /** What alignment still finds of copies that evade tests. */
    private FigureTable alignment() throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (int each : ALIGNED) {
            Moments found = over((i, text) -> AlignedCopy.share(text, each));
            Moments any = over((i, text) -> AlignedCopy.share(text, each) > 0 ? 1 : 0);
            rows.add(List.of(
                    Figures.of(THOUSAND / each, 0), spread(found, SHARE_DIGITS), Figures.of(any.mean(), SHARE_DIGITS)));
        }
        return new FigureTable(
                "sec-alignment",
                "What alignment finds of a copy in which words at equal distances are replaced",
                List.of("changed words per 1,000", "share of the copy in passages", "copies with a passage"),
                rows,
                List.of("Alignment with the general setting; see docs/passages.md."));
    }
}

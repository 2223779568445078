package io.whorl.lab.experiment.ferret;

import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.Figures;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** LMD tables 3 to 7: a column for each given collection, and columns with LMD's own figures. */
public final class Ferret {
    private static final String FEDERALIST = "LMD, Federalist";
    private static final String NEWS = "LMD, TV News";
    private static final List<Double> THRESHOLDS = List.of(0.03, 0.06, 0.1);

    private Ferret() {}

    /** @param collections the papers of each column by its heading; at least two papers each */
    public static List<FigureTable> tables(Map<String, List<Paper>> collections, Trigrams trigrams) {
        return List.of(
                statistics(collections),
                resemblance(collections),
                copying(collections, trigrams),
                baseline(collections));
    }

    private static FigureTable statistics(Map<String, List<Paper>> collections) {
        FerretRows rows = rows(collections, (papers, cells) -> {
            TrigramCounts counts = TrigramCounts.of(papers);
            cells.add(Figures.of(papers.size()), "texts");
            cells.add(Figures.of(counts.words()), "words");
            cells.add(Figures.of(counts.longest()), "words of the longest text");
            cells.add(
                    Figures.of(papers.stream()
                            .filter(paper -> paper.words() < 1_000)
                            .count()),
                    "texts of fewer than 1000 words");
            cells.add(Figures.of((double) counts.words() / papers.size(), 0), "mean words of a text");
            cells.add(Figures.of(counts.meanDistinct(), 0), "mean distinct trigrams of a text");
            cells.add(Figures.of(counts.meanOnce(), 1), "mean % of them that the text has once");
            cells.add(Figures.of(counts.distinct()), "distinct trigrams");
            cells.add(Figures.of(counts.once()), "trigrams that occur once");
            cells.add(Figures.of(counts.percentOnce(), 1), "% of distinct trigrams that occur once");
            cells.add(Figures.of(counts.inOneText()), "trigrams in one text only");
        });
        rows.paper(FEDERALIST, "81", "183372", "", "", "2300", "", "", "135830", "118842", "87", "");
        rows.paper(NEWS, "335", "985316", "5090", "6", "2941", "2818", "96", "718953", "614172", "85", "");
        return rows.table(
                "ferret-trigrams",
                "Trigrams of words (LMD tables 3 and 4)",
                List.of(
                        "\"Occurs once\" means once in all texts together. \"In one text only\" also counts trigrams "
                                + "that this text"
                                + " repeats; an index calls these singletons.",
                        "LMD used another edition of the Federalist Papers and other rules for words: initials become "
                                + "lower case"
                                + " unless the word is a name, and a number is a symbol (LMD 6). Here all letters "
                                + "become lower"
                                + " case, and everything else separates words (LMD 7)."));
    }

    private static FigureTable resemblance(Map<String, List<Paper>> collections) {
        FerretRows rows = rows(collections, (papers, cells) -> {
            Resemblances pairs = Resemblances.of(papers);
            cells.add(Figures.of(pairs.pairs().size()), "pairs");
            cells.add(Figures.of(pairs.highest(), 4), "highest R");
            cells.add(pairs.highestPair(), "of these two");
            THRESHOLDS.forEach(above -> cells.add(Figures.of(pairs.above(above)), "pairs with R > " + above));
        });
        rows.paper(FEDERALIST, "3240", "0.03", "", "", "", "");
        rows.paper(NEWS, "55945", "0.16", "", "", "", "6");
        return rows.table(
                "ferret-resemblance",
                "Resemblance of the original texts (LMD 6.1, 6.3, table 5)",
                List.of("LMD print R with two digits. 0.03 is their final threshold, 0.06 their first."));
    }

    private static FigureTable copying(Map<String, List<Paper>> collections, Trigrams trigrams) {
        FerretRows rows = rows(collections, (papers, cells) -> {
            KnownCopying known = KnownCopying.of(papers, trigrams);
            cells.add(Figures.of(known.files()), "doctored files");
            cells.add(Figures.of(known.lowest(), 3), "lowest R, doctored file and source");
            cells.add(Figures.of(known.highestOther(), 3), "highest R of any other pair then");
            cells.add(Figures.of(known.undoctored(), 3), "highest C in the rest, undoctored");
            cells.add(Figures.of(known.doctored(), 3), "lowest C in the rest, doctored");
            cells.add(Figures.of(known.everyPair().length), "all pairs of suitable lengths");
            cells.add(Figures.of(KnownCopying.lowest(known.everyPair()), 3), "of all, lowest R");
            cells.add(Figures.of(KnownCopying.upTo(0.3, known.everyPair())), "of all, R <= 0.30");
            cells.add(Figures.of(KnownCopying.lowest(known.asMuch()), 3), "as much out as in, lowest R");
            cells.add(Figures.of(KnownCopying.upTo(0.3, known.asMuch())), "as much out as in, R <= 0.30");
        });
        rows.paper(NEWS, "10", "> 0.30", "", "0.33", "> 0.49", "", "", "", "", "");
        return rows.table(
                "ferret-copying",
                "Known copying (LMD tables 5 and 6)",
                List.of(
                        "Ten files, evenly spaced, are removed. The first half of each is replaced with the first "
                                + "half of a remaining"
                                + " file. A file is suitable if it is at most " + Doctored.LONGEST
                                + " times as long as the"
                                + " file that is copied from; then R is at least 0.31 even if nothing else is shared.",
                        "LMD copied from the ten files into others. Here the copies go into the ten, so R and C are "
                                + "of the same files.",
                        "All pairs: every file doctored with every other suitable file.",
                        "As much out as in: if only as many words are replaced as are copied, a file "
                                + Doctored.LONGEST
                                + " times as long keeps more of its own text, and R falls to 0.29."));
    }

    private static FigureTable baseline(Map<String, List<Paper>> collections) {
        FerretRows rows = rows(collections, (papers, cells) -> {
            Baseline nine = Baseline.of(papers);
            List<Double> all = Baseline.allSpacings(papers);
            cells.add(Figures.of(nine.restWords()), "words of the rest");
            cells.add(Figures.of(nine.containments().size()), "files taken out");
            cells.add(Figures.of(nine.meanWords(), 0), "mean words of a file taken out");
            cells.add(Figures.of(nine.containments().get(0), 3), "lowest C");
            cells.add(nine.lowest(), "of this text");
            cells.add(Figures.of(nine.containments().get(nine.containments().size() - 1), 3), "highest C");
            cells.add(Figures.of(Baseline.atLeast(0.34, nine.containments())), "C >= 0.34");
            cells.add(Figures.of(all.size()), "files, taken out in every such way");
            cells.add(Figures.of(all.get(0), 3), "of all, lowest C");
            cells.add(Figures.of(all.get(all.size() - 1), 3), "of all, highest C");
            cells.add(Figures.of(Baseline.atLeast(0.34, all)), "of all, C >= 0.34");
        });
        rows.paper(FEDERALIST, "162655", "9", "2300", "> 0.23", "", "<= 0.37", "1", "", "", "", "");
        rows.paper(NEWS, "959772", "9", "2838", "> 0.25", "", "< 0.31", "", "", "", "", "");
        return rows.table(
                "ferret-containment",
                "Containment of a text in the rest (LMD 6.3, table 7)",
                List.of("Nine files, evenly spaced, are removed together. LMD do not name theirs, so all ways to "
                        + "remove nine evenly"
                        + " spaced files are measured too."));
    }

    private static FerretRows rows(
            Map<String, List<Paper>> collections, BiConsumer<List<Paper>, FerretRows.Cells> figures) {
        FerretRows rows = new FerretRows();
        collections.forEach((heading, papers) -> figures.accept(papers, rows.column(heading)));
        return rows;
    }
}

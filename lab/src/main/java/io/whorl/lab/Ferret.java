package io.whorl.lab;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Figures;
import io.whorl.measure.Measure;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Trigrams, resemblance and doctored files (LMD 6, tables 3 to 7): a column for each collection, and columns with LMD's
 * own figures. Not thread-safe.
 */
public final class Ferret {
    private static final List<Double> THRESHOLDS = List.of(0.03, 0.06, 0.1);

    /** Fingerprints by trigrams of lower-case words; everything but letters separates words (LMD 7). */
    private final Fingerprinter fingerprinter = Fingerprinter.of(Scheme.builder()
            .granularity(3)
            .words(TextRules.Words.ALPHABETIC)
            .hash(Hashing.Algorithm.RABIN)
            // With 64 bits, collisions are negligible.
            .bits(64)
            .frequencies(true)
            .build());

    private final Map<String, List<Paper>> collections = new LinkedHashMap<>();

    private Ferret() {}

    /** Returns the tables of the whole collection, and also without some texts if {@code without} is not empty. */
    public static List<FigureTable> tables(Texts texts, Set<String> without) throws IOException {
        for (String id : without) {
            if (!texts.holds(id)) {
                throw new LabException("'" + id + "' is to be left out, but is not in the collection");
            }
        }
        int left = texts.size() - without.size();
        if (left < 2) {
            throw new LabException(
                    "the collection has " + left + " documents to compare; this experiment needs at least two");
        }
        Ferret ferret = new Ferret();
        List<Paper> papers = new ArrayList<>();
        texts.forEach((id, utf8) -> papers.add(ferret.paper(id, new String(utf8, StandardCharsets.UTF_8))));
        ferret.collections.put("all " + papers.size(), papers);
        if (!without.isEmpty()) {
            List<Paper> some = papers.stream()
                    .filter(paper -> !without.contains(paper.id()))
                    .toList();
            ferret.collections.put(left + " of them", some);
        }
        return List.of(ferret.statistics(), ferret.resemblance(), ferret.copying(), ferret.baseline());
    }

    private Paper paper(String id, String text) {
        return new Paper(id, text.strip().split("\\s+"), fingerprinter.fingerprint(text));
    }

    /**
     * A text and its trigrams.
     *
     * @param tokens the parts between white space, at which a text can be cut
     */
    private record Paper(String id, String[] tokens, Fingerprint trigrams) {
        long words() {
            return trigrams.words();
        }

        /** Returns R: the trigrams in both ÷ the trigrams in either (LMD equation 1). */
        double resemblance(Paper other) {
            return trigrams.compare(other.trigrams, Measure.RESEMBLANCE);
        }
    }

    /** A table with a row for each figure, a column for each collection, and columns of the paper's figures. */
    private static final class Rows<T> {
        private record Row<T>(String figure, Function<T, Object> cell, List<String> paper) {}

        private final List<String> papers;
        private final List<Row<T>> rows = new ArrayList<>();

        /** @param papers headings of the columns of the paper's figures */
        Rows(String... papers) {
            this.papers = List.of(papers);
        }

        Rows<T> add(String figure, Function<T, Object> cell, String... paper) {
            rows.add(new Row<>(
                    figure, cell, paper.length == 0 ? Collections.nCopies(papers.size(), "") : List.of(paper)));
            return this;
        }

        Rows<T> add(String figure, int digits, Function<T, Double> cell, String... paper) {
            return add(figure, of -> Figures.of(cell.apply(of), digits), paper);
        }

        FigureTable table(String name, Map<String, T> columns, Object... values) {
            Columns<Row<T>> table = new Columns<Row<T>>().add("figure", Row::figure);
            columns.forEach((heading, of) -> table.add(heading, row -> row.cell.apply(of)));
            papers.forEach(heading -> table.add(heading, row -> row.paper.get(papers.indexOf(heading))));
            return table.table(name, rows, values);
        }
    }

    private <T> Map<String, T> each(Function<List<Paper>, T> figures) {
        Map<String, T> each = new LinkedHashMap<>();
        collections.forEach((heading, papers) -> each.put(heading, figures.apply(papers)));
        return each;
    }

    private FigureTable statistics() {
        return new Rows<TrigramCounts>("LMD, Federalist", "LMD, TV News")
                .add("texts", of -> of.papers.size(), "81", "335")
                .add("words", of -> words(of.papers).sum(), "183372", "985316")
                .add("words of the longest text", of -> words(of.papers).max().orElse(0), "", "5090")
                .add(
                        "texts of fewer than 1000 words",
                        of -> words(of.papers).filter(words -> words < 1_000).count(),
                        "",
                        "6")
                .add("mean words of a text", 0, of -> words(of.papers).average().orElse(0), "2300", "2941")
                .add(
                        "mean distinct trigrams of a text",
                        0,
                        of -> (double) of.holders.values().stream()
                                        .mapToLong(n -> n)
                                        .sum()
                                / of.papers.size(),
                        "",
                        "2818")
                .add("mean % of them that the text has once", 1, TrigramCounts::meanOnce, "", "96")
                .add("distinct trigrams", of -> of.occurrences.size(), "135830", "718953")
                .add("trigrams that occur once", of -> ones(of.occurrences), "118842", "614172")
                .add("% of distinct trigrams that occur once", 1, TrigramCounts::percentOnce, "87", "85")
                .add("trigrams in one text only", of -> ones(of.holders))
                .table("ferret-trigrams", each(TrigramCounts::new));
    }

    private static long ones(Map<Long, Integer> counts) {
        return counts.values().stream().filter(count -> count == 1).count();
    }

    /** The trigrams of a collection: how often each occurs, and how many texts hold it. */
    private static final class TrigramCounts {
        private final List<Paper> papers;
        private final Map<Long, Integer> occurrences = new HashMap<>();
        private final Map<Long, Integer> holders = new HashMap<>();

        TrigramCounts(List<Paper> papers) {
            this.papers = papers;
            for (Paper paper : papers) {
                for (int i = 0; i < paper.trigrams.size(); i++) {
                    occurrences.merge(paper.trigrams.minutia(i), paper.trigrams.frequency(i), Integer::sum);
                    holders.merge(paper.trigrams.minutia(i), 1, Integer::sum);
                }
            }
        }

        double percentOnce() {
            return occurrences.isEmpty() ? 0 : 100.0 * ones(occurrences) / occurrences.size();
        }

        double meanOnce() {
            return papers.stream()
                    .map(paper -> paper.trigrams)
                    .filter(trigrams -> trigrams.size() > 0)
                    .mapToDouble(trigrams -> 100.0 * once(trigrams) / trigrams.size())
                    .average()
                    .orElse(0);
        }

        private static long once(Fingerprint trigrams) {
            return IntStream.range(0, trigrams.size())
                    .filter(i -> trigrams.frequency(i) == 1)
                    .count();
        }
    }

    private FigureTable resemblance() {
        Rows<List<Pair>> rows = new Rows<List<Pair>>("LMD, Federalist", "LMD, TV News")
                .add("pairs", pairs -> pairs.size(), "3240", "55945")
                .add(
                        "highest R",
                        pairs -> Figures.of(
                                pairs.stream().mapToDouble(Pair::resemblance).findFirst(), 4),
                        "0.03",
                        "0.16")
                .add(
                        "of these two",
                        pairs -> pairs.isEmpty()
                                ? ""
                                : pairs.get(0).a.id() + ", " + pairs.get(0).b.id());
        for (double above : THRESHOLDS) {
            rows.add(
                    "pairs with R > " + above,
                    pairs -> pairs.stream()
                            .filter(pair -> pair.resemblance > above)
                            .count(),
                    "",
                    above == 0.1 ? "6" : "");
        }
        return rows.table("ferret-resemblance", each(Ferret::pairs));
    }

    private record Pair(Paper a, Paper b, double resemblance) {}

    /** Returns R of every pair of texts, highest first. */
    private static List<Pair> pairs(List<Paper> papers) {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < papers.size(); i++) {
            for (int j = i + 1; j < papers.size(); j++) {
                pairs.add(new Pair(papers.get(i), papers.get(j), papers.get(i).resemblance(papers.get(j))));
            }
        }
        pairs.sort(Comparator.comparingDouble(Pair::resemblance).reversed());
        return pairs;
    }

    private FigureTable copying() {
        return new Rows<KnownCopying>("LMD, TV News")
                .add("doctored files", known -> known.made.size(), "10")
                .add("lowest R, doctored file and source", known -> lowest(known.resemblances()), "> 0.30")
                .add("highest R of any other pair then", known -> Figures.of(known.highestOther(), 3))
                .add(
                        "highest C in the rest, undoctored",
                        known -> Figures.of(known.inRest(known.removed).max(), 3),
                        "0.33")
                .add(
                        "lowest C in the rest, doctored",
                        known -> Figures.of(known.inRest(known.doctored()).min(), 3),
                        "> 0.49")
                .add("all pairs of suitable lengths", known -> known.everyPair.length)
                .add("of all, lowest R", known -> lowest(known.everyPair))
                .add("of all, R <= 0.30", known -> upTo(0.3, known.everyPair))
                .add("as much out as in, lowest R", known -> lowest(known.asMuch))
                .add("as much out as in, R <= 0.30", known -> upTo(0.3, known.asMuch))
                .table("ferret-copying", each(KnownCopying::new), LONGEST);
    }

    private static String lowest(double[] resemblances) {
        return Figures.of(Arrays.stream(resemblances).min(), 3);
    }

    private static long upTo(double threshold, double[] resemblances) {
        return Arrays.stream(resemblances).filter(each -> each <= threshold).count();
    }

    /**
     * LMD's test on known copying (6.2, tables 5 and 6): ten texts are removed, get half of a remaining text each, and
     * are added again.
     */
    private final class KnownCopying {
        private final List<Paper> removed;
        private final List<Paper> rest;
        private final List<Doctored> made;
        /** R of doctored text and source, for every suitable pair. */
        private final double[] everyPair;
        /** The same if only as many words are replaced as are copied. */
        private final double[] asMuch;

        KnownCopying(List<Paper> papers) {
            removed = spaced(papers, 10, step(papers.size(), 10) / 2);
            rest = without(papers, removed);
            made = Ferret.this.doctored(removed, rest);
            everyPair = Ferret.this.resemblances(papers, true);
            asMuch = Ferret.this.resemblances(papers, false);
        }

        List<Paper> doctored() {
            return made.stream().map(Doctored::made).toList();
        }

        double[] resemblances() {
            return made.stream().mapToDouble(Doctored::resemblance).toArray();
        }

        /** The highest R of a pair in the collection with doctored files that is not a doctored file and its source. */
        OptionalDouble highestOther() {
            List<Paper> together = new ArrayList<>(rest);
            together.addAll(doctored());
            return pairs(together).stream()
                    .filter(pair -> !made.contains(new Doctored(pair.a(), pair.b())))
                    .mapToDouble(Pair::resemblance)
                    .findFirst();
        }

        DoubleStream inRest(List<Paper> some) {
            return some.stream().mapToDouble(new Source(rest)::containment);
        }
    }

    /** The maximum length of a target relative to its source. At 4/3, R would be 0.30 if nothing else is shared. */
    private static final double LONGEST = 1.25;

    /** A text that contains half of another one (LMD 6.2): the text whose first half is copied, and the result. */
    private record Doctored(Paper source, Paper made) {
        double resemblance() {
            return made.resemblance(source);
        }
    }

    private static boolean suits(Paper source, Paper target) {
        return target.tokens().length <= LONGEST * source.tokens().length;
    }

    /** @param half whether the first half of the target is replaced, or as many words as are copied */
    private Doctored doctored(Paper source, Paper target, boolean half) {
        String[] from = source.tokens();
        String[] into = target.tokens();
        int copied = from.length / 2;
        int kept = Math.min(into.length, half ? into.length / 2 : copied);
        String text = String.join(" ", Arrays.copyOf(from, copied))
                + ' '
                + String.join(" ", Arrays.copyOfRange(into, kept, into.length));
        return new Doctored(source, paper(target.id() + " doctored", text));
    }

    /** Doctors each target with the next suitable source, cyclically. A target without a suitable source is skipped. */
    private List<Doctored> doctored(List<Paper> targets, List<Paper> sources) {
        List<Doctored> all = new ArrayList<>();
        int next = 0;
        for (Paper target : targets) {
            for (int tried = 0; tried < sources.size(); tried++) {
                Paper source = sources.get(next);
                next = (next + 1) % sources.size();
                if (suits(source, target)) {
                    all.add(doctored(source, target, true));
                    break;
                }
            }
        }
        return all;
    }

    /**
     * Returns R of doctored text and source for every suitable pair. The doctored texts are too many to keep in memory.
     */
    private double[] resemblances(List<Paper> papers, boolean half) {
        return papers.stream()
                .flatMapToDouble(source -> papers.stream()
                        .filter(target -> source != target && suits(source, target))
                        .mapToDouble(target -> doctored(source, target, half).resemblance()))
                .toArray();
    }

    private FigureTable baseline() {
        return new Rows<Baseline>("LMD, Federalist", "LMD, TV News")
                .add("words of the rest", nine -> words(nine.rest).sum(), "162655", "959772")
                .add("files taken out", nine -> nine.containments.length, "9", "9")
                .add(
                        "mean words of a file taken out",
                        0,
                        nine -> words(nine.removed).average().orElse(0),
                        "2300",
                        "2838")
                .add("lowest C", 3, nine -> nine.containments[0], "> 0.23", "> 0.25")
                .add("of this text", Baseline::lowest)
                .add("highest C", 3, nine -> last(nine.containments), "<= 0.37", "< 0.31")
                .add("C >= 0.34", nine -> atLeast(nine.containments), "1", "")
                .add("files, taken out in every such way", nine -> nine.everyWay.length)
                .add("of all, lowest C", 3, nine -> nine.everyWay[0])
                .add("of all, highest C", 3, nine -> last(nine.everyWay))
                .add("of all, C >= 0.34", nine -> atLeast(nine.everyWay))
                .table("ferret-containment", each(Baseline::new));
    }

    private static double last(double[] ascending) {
        return ascending[ascending.length - 1];
    }

    private static long atLeast(double[] containments) {
        return Arrays.stream(containments).filter(each -> each >= 0.34).count();
    }

    private static LongStream words(List<Paper> papers) {
        return papers.stream().mapToLong(Paper::words);
    }

    /**
     * C of independently written texts in a large body of text (LMD 6.3, table 7): the nine texts in the middle of nine
     * equal intervals are removed and compared with the rest.
     */
    private static final class Baseline {
        private static final int REMOVED = 9;

        private final List<Paper> removed;
        private final List<Paper> rest;
        /** Of the removed texts, ascending. */
        private final double[] containments;
        /** Of all texts, ascending, from all ways to remove nine evenly spaced texts. */
        private final double[] everyWay;

        Baseline(List<Paper> papers) {
            int step = step(papers.size(), REMOVED);
            removed = spaced(papers, REMOVED, step / 2);
            rest = without(papers, removed);
            containments = containments(papers, step / 2).sorted().toArray();
            everyWay = IntStream.range(0, step)
                    .boxed()
                    .flatMapToDouble(first -> containments(papers, first))
                    .sorted()
                    .toArray();
        }

        private static DoubleStream containments(List<Paper> papers, int first) {
            List<Paper> some = spaced(papers, REMOVED, first);
            return some.stream().mapToDouble(new Source(without(papers, some))::containment);
        }

        String lowest() {
            return removed.stream()
                    .min(Comparator.comparingDouble(new Source(rest)::containment))
                    .map(Paper::id)
                    .orElse("");
        }
    }

    /** The union of the trigrams of several texts, as a possible source. */
    private static final class Source {
        private final Set<Long> trigrams = new HashSet<>();

        Source(List<Paper> papers) {
            papers.forEach(paper -> Arrays.stream(paper.trigrams().toArray()).forEach(trigrams::add));
        }

        /**
         * Returns C: the share of a text's trigrams that are in the source (LMD equation 2); 0 if the text has none.
         */
        double containment(Paper paper) {
            long[] own = paper.trigrams().toArray();
            long found = Arrays.stream(own).filter(trigrams::contains).count();
            return own.length == 0 ? 0 : (double) found / own.length;
        }
    }

    /** Returns the distance between evenly spaced papers, which are at most half of a collection. */
    private static int step(int papers, int wanted) {
        return papers / Math.min(wanted, papers / 2);
    }

    /** @param first the position of the first paper, 0 to {@link #step} - 1 */
    private static List<Paper> spaced(List<Paper> papers, int wanted, int first) {
        List<Paper> selected = new ArrayList<>();
        for (int i = 0; i < Math.min(wanted, papers.size() / 2); i++) {
            selected.add(papers.get(first + i * step(papers.size(), wanted)));
        }
        return selected;
    }

    private static List<Paper> without(List<Paper> papers, List<Paper> selected) {
        return papers.stream().filter(paper -> !selected.contains(paper)).toList();
    }
}

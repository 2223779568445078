package io.whorl.lab.experiment.ferret;

import io.whorl.lab.experiment.ferret.Doctored.Room;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * LMD's test on known copying (6.2, tables 5 and 6): ten texts are removed, get half of a remaining text each, and are
 * added again.
 *
 * @param files the number of doctored files
 * @param lowest the lowest R of a doctored file and its source
 * @param highestOther the highest R of any other pair in the collection with doctored files
 * @param undoctored the highest C of one of the ten original texts in the rest
 * @param doctored the lowest C of a doctored file in the rest
 * @param everyPair R of doctored text and source, for every suitable pair
 * @param asMuch the same if only as many words are replaced as are copied
 */
record KnownCopying(
        int files,
        OptionalDouble lowest,
        OptionalDouble highestOther,
        OptionalDouble undoctored,
        OptionalDouble doctored,
        double[] everyPair,
        double[] asMuch) {
    private static final int REMOVED = 10;

    static KnownCopying of(List<Paper> papers, Trigrams trigrams) {
        List<Paper> removed = Spaced.of(papers, REMOVED, Spaced.step(papers.size(), REMOVED) / 2);
        List<Paper> rest = Spaced.without(papers, removed);
        List<Doctored> made = Doctored.each(removed, rest, trigrams);
        List<Paper> together = new ArrayList<>(rest);
        made.forEach(each -> together.add(each.made()));
        Source source = new Source(rest);
        return new KnownCopying(
                made.size(),
                made.stream().mapToDouble(Doctored::resemblance).min(),
                Resemblances.of(together).pairs().stream()
                        .filter(pair -> !known(pair, made))
                        .mapToDouble(Resemblances.Pair::resemblance)
                        .max(),
                removed.stream().mapToDouble(source::containment).max(),
                made.stream()
                        .map(Doctored::made)
                        .mapToDouble(source::containment)
                        .min(),
                Doctored.resemblances(papers, Room.HALF, trigrams),
                Doctored.resemblances(papers, Room.AS_MUCH, trigrams));
    }

    private static boolean known(Resemblances.Pair pair, List<Doctored> made) {
        return made.stream().anyMatch(each -> each.source() == pair.a() && each.made() == pair.b());
    }

    /** Counts the values that are at most a threshold. */
    static long upTo(double threshold, double[] resemblances) {
        return Arrays.stream(resemblances).filter(each -> each <= threshold).count();
    }

    static OptionalDouble lowest(double[] resemblances) {
        return Arrays.stream(resemblances).min();
    }
}

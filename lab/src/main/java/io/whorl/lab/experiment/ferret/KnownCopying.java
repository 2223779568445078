package io.whorl.lab.experiment.ferret;

import io.whorl.lab.experiment.ferret.Doctored.Room;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * LMD's test on known copying (6.2, tables 5 and 6): ten texts are put aside, half of a text that stays is put in each
 * of them, and they go back.
 *
 * @param files doctored files
 * @param lowest R of a doctored file and its source
 * @param highestOther R of any other pair of the collection with the doctored files in it
 * @param undoctored C of one of the ten in the rest, as it was: the highest
 * @param doctored C of a doctored file in the rest: the lowest
 * @param everyPair R of a doctored text and its source, for every two texts that suit
 * @param asMuch the same where no more text is taken out than is put in
 */
record KnownCopying(
        int files,
        OptionalDouble lowest,
        OptionalDouble highestOther,
        OptionalDouble undoctored,
        OptionalDouble doctored,
        double[] everyPair,
        double[] asMuch) {
    private static final int ASIDE = 10;

    static KnownCopying of(List<Paper> papers, Trigrams trigrams) {
        List<Paper> aside = Spaced.of(papers, ASIDE, Spaced.step(papers.size(), ASIDE) / 2);
        List<Paper> rest = Spaced.without(papers, aside);
        List<Doctored> made = Doctored.each(aside, rest, trigrams);
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
                aside.stream().mapToDouble(source::containment).max(),
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

    /** How many of the figures are no more than a threshold. */
    static long upTo(double threshold, double[] resemblances) {
        return Arrays.stream(resemblances).filter(each -> each <= threshold).count();
    }

    static OptionalDouble lowest(double[] resemblances) {
        return Arrays.stream(resemblances).min();
    }
}

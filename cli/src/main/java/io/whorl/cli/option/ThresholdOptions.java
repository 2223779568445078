package io.whorl.cli.option;

import io.whorl.measure.Measure;
import io.whorl.query.PairsOptions;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.Option;

/** The score of pairs of documents, and the least one that counts. */
public final class ThresholdOptions {
    @Option(names = "--measure", paramLabel = "M", completionCandidates = PairMeasures.class)
    private Measure measure;

    @Option(names = "--min-score", paramLabel = "X|P%")
    private MinScore minScore;

    /** Returns the measure, or the usual one of the command if the user gives none. */
    public Measure measure(Measure usual) {
        return measure == null ? usual : measure;
    }

    /** Returns the threshold in the unit of a measure, or the usual one of the command if the user gives none. */
    public double minScore(Measure scored, double usual, Usage usage) {
        return minScore == null ? usual : minScore.of(scored, usage);
    }

    boolean hasMinScore() {
        return minScore != null;
    }

    /** The measures that have a meaning for pairs of documents. */
    private static final class PairMeasures implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Measure.values())
                    .filter(PairsOptions::supports)
                    .map(Measure::label)
                    .iterator();
        }
    }
}

package io.whorl.lab.experiment.sketch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The errors of estimated resemblances, and the errors that sampling theory expects. */
final class SketchErrors {
    private final List<Double> sizes = new ArrayList<>();
    private double sum;
    private double squares;
    private double variances;
    private long shown;
    private long blind;

    /**
     * Adds an estimate.
     *
     * @param exact the exact resemblance
     * @param union the number of shingles of both documents together
     */
    void add(double exact, int union, Sample sample) {
        double error = sample.resemblance() - exact;
        sizes.add(Math.abs(error));
        sum += error;
        squares += error * error;
        shown += sample.size();
        blind += sample.size() == 0 ? 1 : 0;
        variances += sample.size() == 0 ? exact * exact : variance(exact, union, sample.size());
    }

    /** Returns the variance of the share in a sample without replacement (hypergeometric distribution). */
    private static double variance(double exact, int union, int drawn) {
        return union <= 1 ? 0 : exact * (1 - exact) / drawn * (union - drawn) / (union - 1);
    }

    int count() {
        return sizes.size();
    }

    /** Returns the mean error, which the theorem expects to be 0. */
    double bias() {
        return sum / count();
    }

    double rootMeanSquare() {
        return Math.sqrt(squares / count());
    }

    /** Returns the root mean square that sampling theory expects. */
    double expected() {
        return Math.sqrt(variances / count());
    }

    /** Returns the quantile of the absolute errors. */
    double quantile(double share) {
        List<Double> ascending = new ArrayList<>(sizes);
        Collections.sort(ascending);
        return ascending.get((int) Math.ceil(share * count()) - 1);
    }

    /** Returns the mean size of a sample. */
    double meanShown() {
        return (double) shown / count();
    }

    /** Returns the number of estimates with an empty sample, which are 0. */
    long blind() {
        return blind;
    }
}

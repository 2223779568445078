package io.whorl.lab.experiment.sketch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Errors of estimates of resemblance, and what sampling theory says of them. */
final class SketchErrors {
    private final List<Double> sizes = new ArrayList<>();
    private double sum;
    private double squares;
    private double variances;
    private long shown;
    private long blind;

    /**
     * @param exact the resemblance estimated
     * @param union shingles of either document
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

    /** Of the share found among some of a union, drawn without replacement: hypergeometric. */
    private static double variance(double exact, int union, int drawn) {
        return union <= 1 ? 0 : exact * (1 - exact) / drawn * (union - drawn) / (union - 1);
    }

    int count() {
        return sizes.size();
    }

    /** Mean error; about 0, as the theorem has it. */
    double bias() {
        return sum / count();
    }

    double rootMeanSquare() {
        return Math.sqrt(squares / count());
    }

    /** The root mean square that samples of these sizes lead one to expect. */
    double expected() {
        return Math.sqrt(variances / count());
    }

    /** The error that so large a share of the estimates does not exceed. */
    double quantile(double share) {
        List<Double> ascending = new ArrayList<>(sizes);
        Collections.sort(ascending);
        return ascending.get((int) Math.ceil(share * count()) - 1);
    }

    /** Shingles that an estimate rests on. */
    double meanShown() {
        return (double) shown / count();
    }

    /** Estimates that rest on nothing, and are 0. */
    long blind() {
        return blind;
    }
}

package io.whorl.series;

import io.whorl.internal.Ranges;
import java.util.Objects;

/**
 * Which minutiae are the template of a series: those of at least a share of its documents, and at least some number of
 * them. A template is what a site repeats on every page. It is left out of the documents of its series only: elsewhere
 * the same words are content. Documents of equal fingerprints count once, so a page that a series repeats does not
 * become its template. Immutable.
 */
public final class Templates {
    /** The largest value of {@link #least}. */
    public static final int MOST = 1_000_000_000;

    private record Values(Series series, double share, int least) {}

    private final Values values;

    private Templates(Values values) {
        if (!(values.share > 0 && values.share <= 1)) {
            throw new IllegalArgumentException(
                    "template-share is " + values.share + "; it must be more than 0 and up to 1");
        }
        Ranges.check("template-least", values.least, 2, MOST);
        this.values = values;
    }

    /** A share of 0.3, and at least 10 documents. */
    public static Templates of(Series series) {
        return builder(series).build();
    }

    /** Returns a builder with the values of {@link #of}. */
    public static Builder builder(Series series) {
        return new Builder(series);
    }

    /** Returns a builder with the values of these. */
    public Builder toBuilder() {
        return builder(values.series).share(values.share).least(values.least);
    }

    /** The series of the documents. */
    public Series series() {
        return values.series;
    }

    /** The share of the documents of a series that hold a minutia of its template; more than 0, up to 1. */
    public double share() {
        return values.share;
    }

    /** The least number of documents that hold a minutia of a template; 2 or more. */
    public int least() {
        return values.least;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Templates t && values.equals(t.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "Templates" + values;
    }

    /** Builds {@link Templates}. One thread at a time. */
    public static final class Builder {
        private Series series;
        private double share = 0.3;
        private int least = 10;

        private Builder(Series series) {
            series(series);
        }

        /** Sets the series of the documents. */
        public Builder series(Series value) {
            series = Objects.requireNonNull(value, "series");
            return this;
        }

        /** Sets the share of the documents of a series; more than 0, up to 1, the default is 0.3. */
        public Builder share(double value) {
            share = value;
            return this;
        }

        /** Sets the least number of documents; 2 to {@link #MOST}, the default is 10. */
        public Builder least(int value) {
            least = value;
            return this;
        }

        /**
         * Builds the value.
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public Templates build() {
            return new Templates(new Values(series, share, least));
        }
    }
}

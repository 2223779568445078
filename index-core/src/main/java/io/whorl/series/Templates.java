package io.whorl.series;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import java.util.Objects;

/**
 * Which minutiae are the template of a series: those of at least a share of its documents, and at least some number of
 * them. A template is what a site repeats on every page. It is left out of the documents of its series only: elsewhere
 * the same words are content. Documents of equal fingerprints count once, so a page that a series repeats does not
 * become its template. Immutable.
 */
public final class Templates extends Options<Templates> {
    /** The largest value of {@link #least}. */
    public static final int MOST = 1_000_000_000;

    private Series series;
    private double share = 0.3;
    private int least = 10;

    private Templates(Series series) {
        this.series = Objects.requireNonNull(series, "series");
    }

    /** A share of 0.3, and at least 10 documents. */
    public static Templates of(Series series) {
        return new Templates(series);
    }

    public Series series() {
        return series;
    }

    public Templates series(Series value) {
        return with(o -> o.series = Objects.requireNonNull(value, "series"));
    }

    /** The share of the documents of a series that hold a minutia of its template. */
    public double share() {
        return share;
    }

    /** Sets the share of the documents of a series; more than 0, up to 1, the default is 0.3. */
    public Templates share(double value) {
        return with(o -> o.share = Ranges.checkShare("template-share", value));
    }

    /** The least number of documents that hold a minutia of a template. */
    public int least() {
        return least;
    }

    /** Sets the least number of documents; 2 to {@link #MOST}, the default is 10. */
    public Templates least(int value) {
        return with(o -> o.least = Ranges.check("template-least", value, 2, MOST));
    }

    /**
     * The template of one series, as it was left out of a search.
     *
     * @param series the name of the series
     * @param documents its documents
     * @param minutiae the minutiae of its template
     * @param onlyTemplate the documents that consist of the template; nothing is left to compare them by
     */
    public record SeriesTemplate(String series, long documents, long minutiae, long onlyTemplate) {}
}

package io.whorl.pairs;

import io.whorl.series.Templates;

/**
 * Counts the documents of a list by series, and so tells of which series the minutiae of the list are the template. One
 * thread at a time.
 */
final class TemplateTally {
    private final DocumentSeries series;
    /** By series the number of documents that makes a template. */
    private final int[] needed;

    private final int[] counts;
    private final int[] touched;
    private int n;

    TemplateTally(DocumentSeries series, Templates templates) {
        this.series = series;
        needed = new int[series.count() + 1];
        needed[0] = Integer.MAX_VALUE;
        for (int s = 1; s < needed.length; s++) {
            needed[s] = (int) Math.max(templates.least(), Math.ceil(templates.share() * series.families(s)));
        }
        counts = new int[needed.length];
        touched = new int[needed.length];
    }

    /** Starts another list. */
    void start() {
        for (int i = 0; i < n; i++) {
            counts[touched[i]] = 0;
        }
        n = 0;
    }

    /** Counts the first document of a family. */
    void add(long document) {
        int s = series.of(document);
        if (counts[s]++ == 0) {
            touched[n++] = s;
        }
    }

    /** True if the minutiae of the list are the template of any series. */
    boolean any() {
        for (int i = 0; i < n; i++) {
            if (counts[touched[i]] >= needed[touched[i]]) {
                return true;
            }
        }
        return false;
    }

    /** True if the minutiae of the list are the template of the series of a document. */
    boolean isTemplateOf(long document) {
        int s = series.of(document);
        return counts[s] >= needed[s];
    }

    /** Adds a number of minutiae to each series of which the list is the template. */
    void addTo(long[] bySeries, long minutiae) {
        for (int i = 0; i < n; i++) {
            if (counts[touched[i]] >= needed[touched[i]]) {
                bySeries[touched[i]] += minutiae;
            }
        }
    }
}

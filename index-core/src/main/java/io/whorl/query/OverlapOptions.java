package io.whorl.query;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;

/**
 * The options of overlaps of texts with an index: {@code OverlapOptions.DEFAULT.contaminatedRun(30)}. Immutable.
 *
 * <p>A text is contaminated if its longest run has as many units as {@link #contaminatedRun}, or if the index holds the
 * share {@link #contaminatedShare} of its minutiae, and its longest run reaches {@link #partialRun} or is the whole
 * text. It is partial if its longest run reaches {@link #partialRun} or is the whole text. docs/overlap.md justifies
 * the defaults.
 */
public final class OverlapOptions extends Options<OverlapOptions> {
    /**
     * Contaminated from a run of 50 units or a share of 0.7, partial from a run of 13 units; 5 documents, no limit on
     * document frequency, half of the heap.
     */
    public static final OverlapOptions DEFAULT = new OverlapOptions();

    private int contaminatedRun = 50;
    private double contaminatedShare = 0.7;
    private int partialRun = 13;
    private QueryOptions query = QueryOptions.DEFAULT.measure(Measure.SHARED).top(5);

    private OverlapOptions() {}

    @Override
    protected void check() {
        Ranges.check("partial-run", partialRun, 1, contaminatedRun);
    }

    public int contaminatedRun() {
        return contaminatedRun;
    }

    /** Sets the least units of a run in a contaminated text; from 1, the default is 50. */
    public OverlapOptions contaminatedRun(int units) {
        return with(o -> o.contaminatedRun = Ranges.check("contaminated-run", units, 1, Integer.MAX_VALUE));
    }

    public double contaminatedShare() {
        return contaminatedShare;
    }

    /** Sets the least share of the minutiae of a contaminated text; more than 0, up to 1, the default is 0.7. */
    public OverlapOptions contaminatedShare(double value) {
        return with(o -> o.contaminatedShare = Ranges.checkShare("contaminated-share", value));
    }

    public int partialRun() {
        return partialRun;
    }

    /** Sets the least units of a run in a text that is not clean; 1 to the run of a contaminated one, default 13. */
    public OverlapOptions partialRun(int units) {
        return with(o -> o.partialRun = Ranges.check("partial-run", units, 1, Integer.MAX_VALUE));
    }

    public int top() {
        return query.top();
    }

    /** Sets the largest number of documents to name, 1 to 10,000,000; the default is 5. */
    public OverlapOptions top(int value) {
        return with(o -> o.query = o.query.top(value));
    }

    public long maxDf() {
        return query.maxDf();
    }

    /**
     * Ignores minutiae that more documents hold: standard phrases and templates. They neither count nor interrupt a
     * run. From 1, the default is {@link QueryOptions#NO_LIMIT}.
     */
    public OverlapOptions maxDf(long value) {
        return with(o -> o.query = o.query.maxDf(value));
    }

    public long memory() {
        return query.memory();
    }

    /**
     * Sets the heap that one text may use in addition to the text, 0 to 2^50 bytes; the default is half of the heap. A
     * chunk takes about 100 bytes. A text of up to 4,096 chunks is never refused.
     */
    public OverlapOptions memory(long bytes) {
        return with(o -> o.query = o.query.memory(bytes));
    }

    QueryOptions query() {
        check();
        return query;
    }
}

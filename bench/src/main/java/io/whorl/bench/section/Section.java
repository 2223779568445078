package io.whorl.bench.section;

import io.whorl.bench.report.Row;
import java.util.List;
import java.util.Locale;

/** A section of a run. */
public enum Section {
    /** Computing minutiae from text. */
    FINGERPRINT(Sections::fingerprint),
    /** Single and batched look-ups. */
    LOOKUP(Sections::lookup),
    /** Building an index from text. */
    BUILD(Sections::build),
    /** Queries. */
    QUERY(Sections::query),
    /** Sizes on disk. */
    SIZE(Sections::size),
    /** Opening an index, and its heap. */
    OPEN(Sections::open),
    /** Adding documents with commits. */
    ADD(Sections::add),
    /** Queries and refreshes while documents are added. */
    LIVE(Sections::live),
    /** Write amplification, and replaying the log. */
    UPKEEP(Sections::upkeep),
    /** Other stores with the same fingerprints. */
    STORES(Sections::stores),
    /** Collapsed result pages of Lucene. */
    COLLAPSE(Sections::collapse);

    /** Measures a section. */
    @FunctionalInterface
    interface Measurement {
        List<Row> measure(Settings settings) throws Exception;
    }

    private final Measurement measurement;

    Section(Measurement measurement) {
        this.measurement = measurement;
    }

    /** Measures the section. A failure becomes a row, so that the other sections still run. */
    public List<Row> measure(Settings settings) {
        try {
            return measurement.measure(settings);
        } catch (Exception e) {
            return List.of(Row.failed(name().toLowerCase(Locale.ROOT), e));
        }
    }
}

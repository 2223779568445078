package io.whorl.bench.section;

import io.whorl.bench.report.Row;
import java.util.List;
import java.util.Locale;

/** A section of a run. */
public enum Section {
    /** Computing minutiae from text. */
    FINGERPRINT(FingerprintSection::measure),
    /** Single and batched look-ups. */
    LOOKUP(LookupSection::measure),
    /** Building an index from text. */
    BUILD(BuildSection::measure),
    /** Queries. */
    QUERY(QuerySection::measure),
    /** Sizes on disk. */
    SIZE(SizeSection::measure),
    /** Opening an index, and its heap. */
    OPEN(OpenSection::measure),
    /** Adding documents with commits. */
    ADD(AddSection::measure),
    /** Queries and refreshes while documents are added. */
    LIVE(LiveSection::measure),
    /** Write amplification, and replaying the log. */
    UPKEEP(UpkeepSection::measure),
    /** Other stores with the same fingerprints. */
    STORES(StoresSection::measure),
    /** Collapsed result pages of Lucene. */
    COLLAPSE(CollapseSection::measure);

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

package io.whorl.bench.section;

import io.whorl.bench.report.Row;
import java.util.List;
import java.util.Locale;

/** A part of a run. */
public enum Section {
    /** Text to minutiae. */
    FINGERPRINT(FingerprintSection::measure),
    /** Single and batched look-ups. */
    LOOKUP(LookupSection::measure),
    /** Building from text. */
    BUILD(BuildSection::measure),
    /** A document asked of a collection. */
    QUERY(QuerySection::measure),
    /** Bytes on disk. */
    SIZE(SizeSection::measure),
    /** Opening, and the heap it takes. */
    OPEN(OpenSection::measure),
    /** Adding in commits. */
    ADD(AddSection::measure),
    /** Queries and refreshes of an index that changes. */
    LIVE(LiveSection::measure),
    /** What a writer writes more than once, and reads again at the start. */
    UPKEEP(UpkeepSection::measure),
    /** Other stores behind the same fingerprints. */
    STORES(StoresSection::measure);

    /** What a section does. */
    @FunctionalInterface
    interface Measurement {
        List<Row> measure(Settings settings) throws Exception;
    }

    private final Measurement measurement;

    Section(Measurement measurement) {
        this.measurement = measurement;
    }

    /** Measures; what fails becomes a row that says so, so that the other sections still run. */
    public List<Row> measure(Settings settings) {
        try {
            return measurement.measure(settings);
        } catch (Exception e) {
            return List.of(Row.failed(name().toLowerCase(Locale.ROOT), e));
        }
    }
}

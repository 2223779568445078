package io.whorl.corpus;

import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.PageMap;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.internal.io.RecordBatch;
import io.whorl.corpus.internal.io.TextRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes documents of a batch of records. Used once, by one thread. */
final class BatchParser implements ReadContext {
    private final Optional<String> date;
    private final RecordBatch batch;
    private final ReaderOptions options;
    private final List<Outcome> outcomes = new ArrayList<>();

    /** @param date of records without a date */
    BatchParser(Optional<String> date, RecordBatch batch, ReaderOptions options) {
        this.date = date;
        this.batch = batch;
        this.options = options;
    }

    List<Outcome> parse() {
        batch.parse(this, this::add);
        return outcomes;
    }

    private void add(TextRecord record) {
        Optional<Skipped> unwanted = options.unwanted(record.place(), record.id());
        outcomes.add(unwanted.map(Outcome::of).orElseGet(() -> Outcome.of(document(record))));
    }

    private Document document(TextRecord record) {
        Optional<TextMap> map = options.mapped() ? Optional.of(TextMap.IDENTITY) : Optional.empty();
        Optional<String> own = record.date().isBlank() ? date : Optional.of(record.date());
        return new Document(record.id(), record.utf8(), record.place(), map, PageMap.NONE, own);
    }

    @Override
    public FormatOptions options() {
        return options.formats();
    }

    @Override
    public void skip(String place, Skipped.Reason reason, String detail) {
        outcomes.add(Outcome.of(new Skipped(place, reason, detail)));
    }
}

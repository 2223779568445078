package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.internal.io.RecordBatch;
import io.whorl.corpus.internal.io.RecordBatches;
import io.whorl.corpus.internal.io.TextRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads one document per object; see {@link JsonRecordParser}. The objects of a batch are parsed on any thread. */
final class JsonPartReader implements RecordBatches {
    private final RawRecords objects;
    private final ReadContext context;
    private final JsonRecordParser parser;

    JsonPartReader(Part whole, RecordStream objects, ReadContext context) {
        this.objects = new RawRecords(objects);
        this.context = context;
        parser = new JsonRecordParser(whole, context.options());
    }

    @Override
    public Optional<RecordBatch> nextBatch() throws IOException {
        return objects.nextBatch().map(batch -> new Objects(parser, batch));
    }

    @Override
    public Optional<Part> next() throws IOException {
        for (Optional<InputStream> object = objects.next(); object.isPresent(); object = objects.next()) {
            Optional<TextRecord> record = parser.parse(object.get(), objects.number(), context);
            if (record.isPresent()) {
                return record.map(JsonPartReader::part);
            }
        }
        return Optional.empty();
    }

    private static Part part(TextRecord record) {
        return Part.record(record.place(), record.id(), Part.TEXT, new ByteArrayInputStream(record.utf8()))
                .dated(record.date());
    }

    private record Objects(JsonRecordParser parser, RawRecords.Batch batch) implements RecordBatch {
        @Override
        public long bytes() {
            return batch.bytes().length;
        }

        @Override
        public int records() {
            return batch.ends().length;
        }

        @Override
        public void parse(ReadContext reports, Consumer<TextRecord> records) {
            int from = 0;
            for (int i = 0; i < batch.ends().length; i++) {
                int end = batch.ends()[i];
                parser.parse(batch.bytes(), from, end - from, batch.first() + i, reports)
                        .ifPresent(records);
                from = end;
            }
        }
    }

    @Override
    public void close() throws IOException {
        objects.close();
    }
}

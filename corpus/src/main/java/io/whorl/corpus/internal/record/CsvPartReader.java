package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Reads one document per row. Without an id column, the id is the file name and the row number. */
final class CsvPartReader implements PartReader {
    /** Room for other columns and for doubled quotes. */
    private static final int OTHER = 1 << 20;

    private final Part whole;
    private final CsvHeader header;
    private final RowStream rows;
    private final ReadContext context;

    CsvPartReader(Part whole, CsvHeader header, RowStream rows, ReadContext context) {
        this.whole = whole;
        this.header = header;
        this.rows = rows;
        this.context = context;
    }

    @Override
    public Optional<Part> next() throws IOException {
        while (rows.next()) {
            Optional<Part> document = rows.number() == 1 ? Optional.empty() : row(whole.place() + ":" + rows.number());
            if (document.isPresent()) {
                return document;
            }
        }
        return Optional.empty();
    }

    private Optional<Part> row(String place) throws IOException {
        int most = context.options().maxDocument() + OTHER;
        byte[] row = rows.readNBytes(most);
        if (row.length == most) {
            return tooLarge(place);
        }
        if (row.length == 1 && (row[0] == '\n' || row[0] == '\r')) {
            return Optional.empty();
        }
        Optional<List<String>> fields = CsvHeader.fields(row, header.separator());
        if (fields.isEmpty()) {
            return invalid(place, "a malformed row: a quote is misplaced");
        }
        if (fields.get().size() != header.names().size()) {
            return invalid(
                    place,
                    "a row of " + fields.get().size() + " columns; the first row has "
                            + header.names().size());
        }
        byte[] text = fields.get().get(header.text()).getBytes(StandardCharsets.UTF_8);
        if (text.length > context.options().maxDocument()) {
            return tooLarge(place);
        }
        String id = header.id() >= 0 ? fields.get().get(header.id()) : RecordIds.id(whole, rows.number());
        String date = header.date() >= 0 ? fields.get().get(header.date()) : "";
        return Optional.of(Part.record(place, id, Part.TEXT, new ByteArrayInputStream(text))
                .dated(date));
    }

    private Optional<Part> tooLarge(String place) {
        context.skip(place, Skipped.Reason.TOO_LARGE, context.options().tooLarge());
        return Optional.empty();
    }

    private Optional<Part> invalid(String place, String detail) {
        context.skip(place, Skipped.Reason.INVALID, detail);
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}

package io.whorl.corpus.internal.container;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.internal.container.DumpReader.FieldNames;
import io.whorl.corpus.internal.container.RecordBuffer.RecordStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * CSV and TSV (RFC 4180) whose first row names the text column. Any line of prose with commas is CSV, so the file name
 * must agree.
 */
record CsvFormat(FormatOptions options) implements RecordFormat {
    private static final Map<String, List<Character>> SEPARATORS =
            Map.of("csv", List.of(',', ';', '\t', '|'), "tsv", List.of('\t'), "tab", List.of('\t'));

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public boolean recognises(Head head) {
        // With an explicit text column, tables are expected, and one without that column is reported.
        return SEPARATORS.containsKey(DumpStart.extension(head.name()))
                && (head.first().length == 0
                        || !options.textField().equals(FormatOptions.DEFAULT.textField())
                        || header(withoutByteOrderMark(head), head.name()).isPresent());
    }

    private static byte[] withoutByteOrderMark(Head head) {
        return head.latin1().getBytes(StandardCharsets.ISO_8859_1);
    }

    private Optional<CsvHeader> header(byte[] head, String name) {
        List<Character> separators = SEPARATORS.getOrDefault(DumpStart.extension(name), List.of());
        return separators.isEmpty() ? Optional.empty() : CsvHeader.of(head, separators, options);
    }

    /** Empty if the first row does not name the columns. */
    @Override
    public Optional<Copying> copying(Part whole, FormatOptions any) throws IOException {
        InputStream in = new BufferedInputStream(whole.body());
        byte[] head = DumpStart.peek(in, Head.MAX_BYTES);
        Optional<Character> separator =
                head.length == 0 ? Optional.of(',') : header(head, whole.name()).map(CsvHeader::separator);
        return separator.map(s -> new RowStream(in, s)::copy);
    }

    /** @throws IOException if the options name an id column that the table does not have */
    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        InputStream in = DumpStart.withoutByteOrderMark(whole.body());
        byte[] head = DumpStart.peek(in, Head.MAX_BYTES);
        Optional<CsvHeader> header = header(head, whole.name());
        if (head.length == 0) {
            // It may be a failure that comes again.
            in.read();
            return Optional::empty;
        }
        if (header.isEmpty()) {
            List<String> columns = SEPARATORS.get(DumpStart.extension(whole.name())).stream()
                    .map(separator -> CsvHeader.first(head, separator).orElse(List.of()))
                    .max(Comparator.comparingInt(List::size))
                    .orElseThrow();
            FieldNames names = new FieldNames();
            columns.forEach(names::add);
            context.skip(whole.place(), 0, Skipped.Reason.MISSING_FIELD, names.without(options.textField()));
            return Optional::empty;
        }
        if (header.get().id() < 0 && !options.idField().equals(FormatOptions.DEFAULT.idField())) {
            throw new IOException("its first row has no column \"" + options.idField() + "\"");
        }
        return new CsvPartReader(whole, header.get(), in, context);
    }

    /** Reads one document per row. Without an id column, the id is the file name and the row number. */
    private static final class CsvPartReader extends DumpReader {
        /** Room for other columns and for doubled quotes. */
        private static final int OTHER = 1 << 20;

        private final CsvHeader header;
        private final RowStream rows;

        CsvPartReader(Part whole, CsvHeader header, InputStream in, ReadContext context) {
            super(whole, context);
            this.header = header;
            rows = new RowStream(in, header.separator());
        }

        @Override
        boolean advance() throws IOException {
            return rows.next();
        }

        @Override
        long number() {
            return rows.number();
        }

        @Override
        Optional<Part> record() throws IOException, TextConversionException {
            if (rows.number() == 1) {
                return Optional.empty();
            }
            int most = options.maxDocument() + OTHER;
            byte[] row = rows.record.readNBytes(most);
            if (row.length == most) {
                throw tooLarge(options);
            }
            if (row.length == 1 && (row[0] == '\n' || row[0] == '\r')) {
                return Optional.empty();
            }
            List<String> fields = CsvHeader.fields(row, header.separator())
                    .orElseThrow(() -> invalid("a malformed row: a quote is misplaced"));
            if (fields.size() != header.names().size()) {
                throw invalid("a row of " + fields.size() + " columns; the first row has "
                        + header.names().size());
            }
            byte[] text = fields.get(header.text()).getBytes(StandardCharsets.UTF_8);
            if (text.length > options.maxDocument()) {
                throw tooLarge(options);
            }
            String id = header.id() >= 0 ? fields.get(header.id()) : id(whole, rows.number());
            String date = header.date() >= 0 ? fields.get(header.date()) : "";
            return Optional.of(part(id, Part.TEXT, text, date));
        }
    }

    /**
     * The first row of a table, which names its columns.
     *
     * @param id the column of the id; -1 if there is none
     * @param text the column of the text
     * @param date the column of the date; -1 if there is none
     */
    private record CsvHeader(char separator, List<String> names, int id, int text, int date) {
        /** Parses the first row with the separator that reveals the text column; nothing if there is none. */
        static Optional<CsvHeader> of(byte[] head, List<Character> separators, FormatOptions options) {
            for (char separator : separators) {
                Optional<List<String>> names = first(head, separator);
                if (names.isPresent() && names.get().contains(options.textField())) {
                    List<String> all = names.get();
                    return Optional.of(new CsvHeader(
                            separator,
                            all,
                            all.indexOf(options.idField()),
                            all.indexOf(options.textField()),
                            options.dateField().map(all::indexOf).orElse(-1)));
                }
            }
            return Optional.empty();
        }

        /** The fields of the first row; nothing if the row is malformed or longer than the head. */
        static Optional<List<String>> first(byte[] head, char separator) {
            RowStream rows = new RowStream(new ByteArrayInputStream(head), separator);
            try {
                if (!rows.next()) {
                    return Optional.empty();
                }
                byte[] row = rows.record.readAllBytes();
                return head.length == Head.MAX_BYTES && row.length == head.length
                        ? Optional.empty()
                        : fields(row, separator);
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        /** The fields of a row; nothing if it is malformed. */
        @SuppressWarnings("removal") // The successor of allowExtraCharsAfterClosingQuote is newer than fastcsv 4.1.
        static Optional<List<String>> fields(byte[] row, char separator) {
            String text = new String(row, StandardCharsets.UTF_8);
            try (CsvReader<CsvRecord> reader = CsvReader.builder()
                    .fieldSeparator(separator)
                    .allowExtraCharsAfterClosingQuote(true)
                    .maxBufferSize(Math.max(1 << 16, text.length() + 2))
                    .ofCsvRecord(text)) {
                Iterator<CsvRecord> records = reader.iterator();
                List<String> fields = records.hasNext() ? records.next().getFields() : List.of();
                return records.hasNext() ? Optional.empty() : Optional.of(fields);
            } catch (IOException | RuntimeException e) {
                return Optional.empty();
            }
        }
    }

    /** Splits CSV into rows, which do not end inside quotes. A row that is too large costs no other row. */
    private static final class RowStream extends RecordStream {
        private final char separator;
        private State state = State.FIELD_BEGINS;
        private boolean afterReturn;

        private enum State {
            FIELD_BEGINS,
            PLAIN,
            QUOTED,
            QUOTE_IN_QUOTES
        }

        RowStream(InputStream in, char separator) {
            super(in);
            this.separator = separator;
        }

        @Override
        boolean begin() throws IOException {
            boolean begun = at < limit || fill();
            if (begun && afterReturn && buffer[at] == '\n') {
                at++;
                begun = at < limit || fill();
            }
            afterReturn = false;
            state = State.FIELD_BEGINS;
            return begun;
        }

        /** Delivers the end of a row with the row. A quote counts only at the start of a field. */
        @Override
        void scan(int to) {
            while (at < to && inRecord) {
                byte c = buffer[at++];
                if (state == State.QUOTED) {
                    state = c == '"' ? State.QUOTE_IN_QUOTES : State.QUOTED;
                } else if (c == '"' && state != State.PLAIN) {
                    state = State.QUOTED;
                } else {
                    state = c == separator ? State.FIELD_BEGINS : State.PLAIN;
                    inRecord = c != '\n' && c != '\r';
                    afterReturn = c == '\r';
                }
            }
        }

        @Override
        void endOfStream() throws EOFException {
            if (state == State.QUOTED) {
                throw new EOFException("the table is truncated inside quotes, in row " + number());
            }
        }
    }
}

package io.whorl.corpus.internal.record;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The first row of a table, which names its columns.
 *
 * @param id the column of the id; -1 if there is none
 * @param text the column of the text
 * @param date the column of the date; -1 if there is none
 */
record CsvHeader(char separator, List<String> names, int id, int text, int date) {
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
            byte[] row = rows.readAllBytes();
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
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}

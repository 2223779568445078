package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.internal.io.RecordCopier;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * CSV and TSV (RFC 4180) whose first row names the text column. Any line of prose with commas is CSV, so the file name
 * must agree.
 */
final class CsvFormat implements ContainerFormat {
    private static final Map<String, List<Character>> SEPARATORS =
            Map.of("csv", List.of(',', ';', '\t', '|'), "tsv", List.of('\t'), "tab", List.of('\t'));

    private final FormatOptions options;

    CsvFormat(FormatOptions options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public boolean recognises(Head head) {
        // With an explicit text column, tables are expected, and one without that column is reported.
        return SEPARATORS.containsKey(FileExtension.of(head.name()))
                && (!options.textField().equals(FormatOptions.DEFAULT.textField())
                        || header(withoutByteOrderMark(head), head.name()).isPresent());
    }

    private static byte[] withoutByteOrderMark(Head head) {
        return head.latin1().getBytes(StandardCharsets.ISO_8859_1);
    }

    private Optional<CsvHeader> header(byte[] head, String name) {
        List<Character> separators = SEPARATORS.getOrDefault(FileExtension.of(name), List.of());
        return separators.isEmpty() ? Optional.empty() : CsvHeader.of(head, separators, options);
    }

    /** Opens a copier of rows. Empty if the first row does not name the columns. */
    Optional<RecordCopier> copier(Part whole) throws IOException {
        InputStream in = new BufferedInputStream(whole.body());
        byte[] head = StreamStart.peek(in, Head.MAX_BYTES);
        return header(head, whole.name()).map(header -> new RowStream(in, header.separator()));
    }

    /** @throws IOException if the options name an id column that the table does not have */
    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        InputStream in = new BufferedInputStream(ByteOrderMark.skip(whole.body()));
        byte[] head = StreamStart.peek(in, Head.MAX_BYTES);
        Optional<CsvHeader> header = header(head, whole.name());
        if (header.isEmpty()) {
            List<String> columns = SEPARATORS.get(FileExtension.of(whole.name())).stream()
                    .map(separator -> CsvHeader.first(head, separator).orElse(List.of()))
                    .max(Comparator.comparingInt(List::size))
                    .orElseThrow();
            FieldNames names = FieldNames.of(columns);
            context.skip(whole.place(), Skipped.Reason.MISSING_FIELD, names.without(options.textField()));
            return new EmptyPartReader(in);
        }
        if (header.get().id() < 0 && !options.idField().equals(FormatOptions.DEFAULT.idField())) {
            throw new IOException("its first row has no column \"" + options.idField() + "\"");
        }
        return new CsvPartReader(
                whole, header.get(), new RowStream(in, header.get().separator()), context);
    }
}

package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.internal.io.RecordCopier;
import io.whorl.corpus.internal.io.StoredContent;
import io.whorl.corpus.internal.io.TextCutter;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The built-in formats of dumps. */
public final class RecordFormats implements FormatProvider {
    private final FormatOptions options;

    /** @param options name the fields by which JSON and CSV are detected */
    public RecordFormats(FormatOptions options) {
        this.options = Objects.requireNonNull(options, "options");
    }

    @Override
    public List<ContainerFormat> containers() {
        return List.of(
                new MediaWikiFormat(),
                new WarcFormat(),
                new MboxFormat(),
                new JsonFormat(options),
                new CsvFormat(options));
    }

    /** Returns what shortens the texts of the records of a format; empty if that cannot be done. */
    public static Optional<TextCutter> cutter(ContainerFormat format, FormatOptions options) {
        return format instanceof JsonFormat ? Optional.of(new JsonTextCutter(options.textField())) : Optional.empty();
    }

    /**
     * Opens a copier of single records. A byte order mark must be read before.
     *
     * @param format the format of the whole
     * @param content the file that the whole is the content of
     * @return empty if single records of the format cannot be left out
     */
    public static Optional<RecordCopier> copier(
            ContainerFormat format, Part whole, StoredContent content, FormatOptions options) throws IOException {
        if (format instanceof JsonFormat) {
            return JsonFormat.copier(whole);
        }
        if (format instanceof MediaWikiFormat) {
            return Optional.of(MediaWikiFormat.copier(whole));
        }
        if (format instanceof MboxFormat) {
            return Optional.of(sink -> MboxFormat.copy(whole.body(), sink));
        }
        if (format instanceof WarcFormat) {
            return Optional.of(new WarcCopier(content, WarcFormat.keep(options)));
        }
        return format instanceof CsvFormat csv ? csv.copier(whole) : Optional.empty();
    }
}

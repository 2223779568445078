package io.whorl.corpus.internal.record;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.FormatProvider;
import java.util.List;
import java.util.Objects;

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
}

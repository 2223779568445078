package io.whorl.cli.command;

import io.whorl.cli.input.SingleText;
import io.whorl.cli.input.Warnings;
import io.whorl.cli.option.ConversionOption;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.corpus.Document;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.TracedMinutia;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows a text's fingerprint. */
@Command(
        name = "fingerprint",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Shows each distinct minutia of a text once, by the place of the first chunk that gave it:"
                + " minutia (hexadecimal), offset of the chunk's first unit (from 0), the chunk's text.")
final class FingerprintCommand extends Subcommand {
    private static final int BITS_PER_DIGIT = 4;

    @Parameters(paramLabel = "FILE|-", description = "A text file, or - for standard input.")
    private Path file;

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions options = new SchemeOptions();

    @Mixin
    private ConversionOption conversion;

    @Override
    public Integer call() throws IOException {
        Scheme scheme = options.schemeWithoutFrequencies(usage());
        Document text = SingleText.read(file, conversion, console());
        List<TracedMinutia> minutiae = Fingerprinter.of(scheme).trace(text.utf8());
        if (minutiae.isEmpty()) {
            console().warn(Warnings.empty(text.id(), scheme));
        }
        int digits = (scheme.hashing().bits() + BITS_PER_DIGIT - 1) / BITS_PER_DIGIT;
        try (Records records =
                console().records(columns(Column.text("minutia"), Column.number("offset"), Column.text("text")))) {
            for (TracedMinutia m : minutiae) {
                String hex = Long.toHexString(m.minutia());
                records.add(
                        Value.text("0".repeat(Math.max(0, digits - hex.length())) + hex),
                        Value.count(m.offset()),
                        Value.text(m.text()));
            }
        }
        return DONE;
    }
}

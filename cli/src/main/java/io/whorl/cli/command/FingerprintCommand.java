package io.whorl.cli.command;

import io.whorl.cli.input.SingleText;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.ConversionOption;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.output.Table;
import io.whorl.corpus.Document;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Fingerprinter.TracedMinutia;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows the fingerprint of a text. */
@Command(name = "fingerprint")
final class FingerprintCommand extends Subcommand {
    private static final int BITS_PER_DIGIT = 4;

    @Parameters(paramLabel = "FILE|-")
    private Path file;

    @Mixin
    private ConversionOption conversion;

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions schemeOptions = new SchemeOptions();

    @Override
    public Integer call() throws IOException {
        Scheme scheme = schemeOptions.schemeWithoutFrequencies(usage());
        Document text = SingleText.read(file, conversion, console());
        List<TracedMinutia> minutiae = Fingerprinter.of(scheme).trace(text.utf8());
        if (minutiae.isEmpty()) {
            TextWarnings.withoutMinutiae(text.id(), scheme, console());
        }
        int digits = (scheme.hashing().bits() + BITS_PER_DIGIT - 1) / BITS_PER_DIGIT;
        print(
                new Table<TracedMinutia>()
                        .text("minutia", m -> {
                            String hex = Long.toHexString(m.minutia());
                            return "0".repeat(Math.max(0, digits - hex.length())) + hex;
                        })
                        .count("offset", TracedMinutia::offset)
                        .text("text", TracedMinutia::text),
                minutiae);
        return DONE;
    }
}

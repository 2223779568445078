package io.whorl.cli.command;

import io.whorl.cli.input.SingleText;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.input.Warnings;
import io.whorl.cli.option.ConversionOption;
import io.whorl.cli.option.SchemeOptions;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.corpus.Document;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Compares two texts without an index. */
@Command(
        name = "compare",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Compares two texts, without an index. The score is the resemblance.")
final class CompareCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "A text file (a), or - for standard input.")
    private Path first;

    @Parameters(index = "1", paramLabel = "FILE", description = "Another (b).")
    private Path second;

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions options = new SchemeOptions();

    @Mixin
    private ConversionOption conversion;

    @Override
    public Integer call() throws IOException {
        if (SourceReader.repeatsStandardInput(List.of(first, second))) {
            throw usage().error("- stands twice, and standard input can be read once");
        }
        Scheme scheme = options.schemeWithoutFrequencies(usage());
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        // Both are read before either is fingerprinted, so that a wrong path costs no work.
        Document textA = SingleText.read(first, conversion, console());
        Document textB = SingleText.read(second, conversion, console());
        Fingerprint a = fingerprint(fingerprinter, textA);
        Fingerprint b = fingerprint(fingerprinter, textB);
        try (Records records = console()
                .records(columns(
                        Column.text("a"),
                        Column.text("b"),
                        Column.number("minutiaeA"),
                        Column.number("minutiaeB"),
                        Column.number("score"),
                        Column.number("shared"),
                        Column.number("resemblance"),
                        Column.number("containment"),
                        Column.number("contained")))) {
            records.add(
                    Value.text(textA.id()),
                    Value.text(textB.id()),
                    Value.count(a.size()),
                    Value.count(b.size()),
                    ratio(a, b, Measure.RESEMBLANCE),
                    Value.count(a.shared(b)),
                    ratio(a, b, Measure.RESEMBLANCE),
                    ratio(a, b, Measure.CONTAINMENT),
                    ratio(a, b, Measure.CONTAINED));
        }
        return DONE;
    }

    /** Empty if the scheme does not give the measure. */
    private static Value ratio(Fingerprint a, Fingerprint b, Measure measure) {
        return Value.ratio(
                measure.isSupportedBy(a.scheme()) ? OptionalDouble.of(a.compare(b, measure)) : OptionalDouble.empty());
    }

    private Fingerprint fingerprint(Fingerprinter fingerprinter, Document text) {
        Fingerprint made = fingerprinter.fingerprint(text.utf8());
        if (made.size() == 0) {
            console().warn(Warnings.empty(text.id(), fingerprinter.scheme()));
        }
        return made;
    }
}

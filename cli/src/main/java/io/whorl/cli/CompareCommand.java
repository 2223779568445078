package io.whorl.cli;

import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.List;
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
    private String first;

    @Parameters(index = "1", paramLabel = "FILE", description = "Another (b).")
    private String second;

    @ArgGroup(exclusive = false, validate = false, heading = SchemeOptions.HEADING)
    private SchemeOptions options = new SchemeOptions();

    @Mixin
    private Conversion conversion;

    @Override
    public Integer call() throws IOException {
        List<String> files = List.of(first, second);
        if (Inputs.repeatsStandardInput(files)) {
            throw wrongUsage("- stands twice, and standard input can be read once");
        }
        Scheme scheme = options.schemeWithoutFrequencies(this::wrongUsage);
        Inputs.check(files);
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Fingerprint a = fingerprint(fingerprinter, first);
        Fingerprint b = fingerprint(fingerprinter, second);
        Comparison figures = Comparison.of(a, b, fingerprinter.scheme());
        try (Records records = whorl.records(columns(
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
                    Value.text(Inputs.id(first)),
                    Value.text(Inputs.id(second)),
                    Value.count(a.size()),
                    Value.count(b.size()),
                    Value.ratio(figures.resemblance()),
                    Value.count(figures.shared()),
                    Value.ratio(figures.resemblance()),
                    Value.ratio(figures.containment()),
                    Value.ratio(figures.contained()));
        }
        return DONE;
    }

    private Fingerprint fingerprint(Fingerprinter fingerprinter, String file) throws IOException {
        Fingerprint made = fingerprinter.fingerprint(Inputs.read(file, whorl.streams(), conversion.texts(fingerprinter.scheme())));
        if (made.size() == 0) {
            whorl.streams().tell(Warnings.empty(Inputs.id(file), fingerprinter.scheme()));
        }
        return made;
    }
}

package io.whorl.cli.command;

import io.whorl.bulk.BuildReport;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.output.Amount;
import java.io.UncheckedIOException;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** Refuses to publish an index without documents. */
final class IndexedDocuments {
    private IndexedDocuments() {}

    /**
     * Returns the check of a build. It fails if all documents that were read are left out and {@code --allow-empty} is
     * not set.
     *
     * @param outcome what the message says about the index, such as "nothing was built"
     */
    static Consumer<BuildReport> check(ReadingOptions reading, String outcome) {
        return report -> {
            if (report.documents() == 0 && !reading.allowEmpty()) {
                throw new UncheckedIOException(new FailedException("no document was indexed, so " + outcome
                        + "; left out: " + leftOut(report) + " (--allow-empty accepts this)"));
            }
        };
    }

    private static String leftOut(BuildReport report) {
        StringJoiner reasons = new StringJoiner(", ");
        if (report.tooShort() > 0) {
            reasons.add(Amount.of(report.tooShort(), "document") + " shorter than --min-document");
        }
        if (report.refused() > 0) {
            reasons.add(Amount.of(report.refused(), "document") + " too large for the given memory");
        }
        return reasons.length() == 0 ? "all documents" : reasons.toString();
    }
}

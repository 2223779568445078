package io.whorl.cli.report;

import io.whorl.cli.console.Console;
import io.whorl.cli.output.Amount;
import java.util.Locale;

/** The note about minutiae that the frequency limit keeps from making pairs. */
public final class IgnoredMinutiae {
    private IgnoredMinutiae() {}

    /** @param lists the distinct sets of documents that hold them */
    public static void report(long minutiae, long postings, long lists, long maxDf, Console console) {
        if (minutiae > 0) {
            console.warn(String.format(
                    Locale.ROOT,
                    "documents that share only some of %s, each in more than %s, are not compared (--max-df);"
                            + " scores count them: %s, %s",
                    Amount.of(minutiae, "minutia", "minutiae"),
                    Amount.of(maxDf, "document"),
                    Amount.of(postings, "posting"),
                    Amount.of(lists, "set of documents", "sets of documents")));
        }
    }
}

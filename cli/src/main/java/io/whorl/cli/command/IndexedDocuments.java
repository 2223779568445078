package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.option.ReadingOptions;

/** The exit code of the commands that build an index, which depends on the number of its documents. */
final class IndexedDocuments {
    private IndexedDocuments() {}

    static int exitCode(long documents, ReadingOptions reading, SkippedDocuments skipped, Console console) {
        int code = skipped.exitCode(reading.lenient(), "the index holds what was read", console);
        if (documents > 0 || reading.allowEmpty()) {
            return code;
        }
        console.warn("the index holds no document: all that were read were left out, such as by --min-document"
                + " or for lack of memory (--allow-empty would make this exit code 0)");
        return Subcommand.FAILED;
    }
}

package io.whorl.cli.command;

import io.whorl.cli.console.Console;
import io.whorl.cli.input.SkippedDocuments;
import io.whorl.cli.input.SourceReader;
import io.whorl.cli.input.TextWarnings;
import io.whorl.cli.option.ReadingOptions;
import io.whorl.cli.passages.OrderedTasks;
import io.whorl.corpus.Document;
import java.io.IOException;
import java.util.Optional;

/**
 * The texts that a command compares with an index, one after another, with warnings of what is wrong with a text.
 *
 * @param placed whether places in the files are needed; a warning says if they are not known
 * @param done what happens to a text, in messages, such as "queried"
 */
record ComparedTexts(
        SourceReader reader,
        SkippedDocuments skipped,
        ReadingOptions reading,
        boolean placed,
        String done,
        Console console) {
    /** Runs a task for each text on several threads, and delivers the results in the order of the texts. */
    <R> void run(int threads, OrderedTasks.Task<Document, R> task, OrderedTasks.Results<Document, R> results)
            throws IOException {
        long[] count = new long[1];
        OrderedTasks.Inputs<Document> texts = () -> {
            Optional<Document> text = reader.next();
            if (text.isPresent()) {
                TextWarnings.malformed(text.get(), console);
                if (placed) {
                    TextWarnings.withoutPlaces(text.get(), console);
                }
            }
            if (reading.strict()) {
                skipped.requireNone("the remaining texts are not " + done);
            }
            count[0] += text.isPresent() ? 1 : 0;
            return text;
        };
        OrderedTasks.runTexts(texts, reader.hasSeveral() ? threads : 1, task, results);
        skipped.requireDocuments(count[0], reading.allowEmpty(), "nothing was " + done);
    }
}

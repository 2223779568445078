package io.whorl.lab.results;

import io.whorl.lab.model.Run;
import java.io.IOException;
import java.util.List;

/** The first line of {@code results.jsonl}: what a run measures. */
record RunJson(
        int format,
        String collection,
        long documents,
        long textBytes,
        String questions,
        int asked,
        List<Double> thresholds,
        long seed) {
    private static final int FORMAT = 1;

    static RunJson of(Run run) {
        return new RunJson(
                FORMAT,
                run.collection(),
                run.documents(),
                run.textBytes(),
                run.questions(),
                run.asked(),
                run.thresholds(),
                run.seed());
    }

    Run run() throws IOException {
        if (format != FORMAT) {
            throw new IOException("its format is " + format + "; this release reads format " + FORMAT);
        }
        return new Run(collection, documents, textBytes, questions, asked, thresholds, seed);
    }
}

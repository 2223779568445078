package io.whorl.bench.data;

import io.whorl.corpus.Document;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.select.SelectedChunks;
import java.util.stream.IntStream;

/** Text to minutiae with all cores: the part of a build that comes before the table. */
public final class ParallelMinutiae {
    private static final int BATCH = 64;

    private ParallelMinutiae() {}

    /** Computes the minutiae of all documents and returns their number. */
    public static long count(TextCollection text) {
        int documents = text.documents().size();
        ThreadLocal<MinutiaExtractor> extractors =
                ThreadLocal.withInitial(() -> MinutiaExtractor.of(Schemes.named(Schemes.DEFAULT)));
        return IntStream.range(0, (documents + BATCH - 1) / BATCH)
                .parallel()
                .mapToLong(batch -> {
                    MinutiaExtractor extractor = extractors.get();
                    SelectedChunks selected = new SelectedChunks(false);
                    long minutiae = 0;
                    for (int d = batch * BATCH; d < Math.min(documents, (batch + 1) * BATCH); d++) {
                        Document document = text.documents().get(d);
                        extractor.extract(document.utf8(), 0, document.utf8().length, selected);
                        minutiae += selected.size();
                    }
                    return minutiae;
                })
                .sum();
    }
}

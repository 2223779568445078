package io.whorl.bench.lab;

import io.whorl.bench.lab.collection.Texts;
import io.whorl.bench.lab.model.Configuration;
import io.whorl.bench.lab.query.TriedIndex;
import io.whorl.bench.lab.rival.RivalIndexes;
import java.io.IOException;
import java.nio.file.Path;

/** Builds whatever index a configuration wants. */
final class Indexes {
    private Indexes() {}

    /** @param at where there is nothing yet */
    static TriedIndex build(Configuration configuration, Texts texts, int threads, Path at) throws IOException {
        return configuration.rival().isPresent()
                ? RivalIndexes.build(configuration, texts::forEach, threads, at)
                : BuiltIndex.build(texts, configuration.scheme().orElseThrow(), threads, at);
    }
}

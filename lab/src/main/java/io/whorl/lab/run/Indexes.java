package io.whorl.lab.run;

import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.query.TriedIndex;
import io.whorl.lab.rival.RivalIndexes;
import java.io.IOException;
import java.nio.file.Path;

/** Builds whatever index a configuration wants. */
public final class Indexes {
    private Indexes() {}

    /** @param at where there is nothing yet */
    public static TriedIndex build(Configuration configuration, Texts texts, int threads, Path at) throws IOException {
        return configuration.rival().isPresent()
                ? RivalIndexes.build(configuration, texts::forEach, threads, at)
                : BuiltIndex.build(texts, configuration.scheme().orElseThrow(), threads, at);
    }
}

package io.whorl.lab.run;

import io.whorl.lab.collection.Texts;
import io.whorl.lab.index.LabIndex;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.rival.RivalIndexes;
import java.io.IOException;
import java.nio.file.Path;

/** Builds the index of a configuration. */
public final class IndexFactory {
    private IndexFactory() {}

    /** @param at a path that does not exist */
    public static LabIndex build(Configuration configuration, Texts texts, int threads, Path at) throws IOException {
        return configuration.rival().isPresent()
                ? RivalIndexes.build(configuration, texts::forEach, threads, at)
                : WhorlIndex.build(texts, configuration.scheme().orElseThrow(), threads, at);
    }
}

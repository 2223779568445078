package io.whorl.lab.run;

import io.whorl.bulk.BuildOptions;
import io.whorl.lab.collection.Documents;
import io.whorl.lab.run.Outcome.IndexSize;
import io.whorl.lab.run.Rival.RivalScheme;
import io.whorl.query.Matches;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An index of a whole collection, Whorl's or a rival's. Thread-safe. Closing it deletes it. */
public interface LabIndex extends Closeable {
    /** The amount of text to index before the timed build, so that the code is compiled. */
    long WARM_UP = 8 << 20;

    /** Finds the documents that are most similar to a text. Thread-safe. */
    @FunctionalInterface
    interface Searcher {
        /**
         * Searches for a text.
         *
         * @return the best first, equal scores by id; of a rival's matches only ids and scores are meaningful
         */
        Matches search(byte[] utf8, int top) throws IOException;
    }

    Searcher searcher(Configuration configuration);

    IndexSize size();

    /** Returns the build time, from the first text in memory to the durable index. */
    double seconds();

    /**
     * Builds the index of a configuration, after a smaller build.
     *
     * @param at a path that does not exist
     */
    static LabIndex build(Configuration configuration, Documents documents, int threads, Path at) throws IOException {
        BuildOptions options = BuildOptions.DEFAULT.threads(threads);
        once(configuration, documents.first(WARM_UP), options, at).close();
        return once(configuration, documents, options, at);
    }

    /**
     * Builds the index of a configuration at once.
     *
     * @param options of Whorl's index; rivals use the threads
     */
    static LabIndex once(Configuration configuration, Documents documents, BuildOptions options, Path at)
            throws IOException {
        if (configuration.rival().isEmpty()) {
            return WhorlIndex.of(configuration.scheme().orElseThrow(), documents, options, at);
        }
        Files.createDirectories(at);
        RivalScheme scheme = configuration.rival().get();
        int threads = options.threads();
        return switch (scheme.system()) {
            case LUCENE_SHINGLES, LUCENE_MINHASH, LUCENE_MORE_LIKE_THIS ->
                LuceneIndex.build(scheme, configuration.measure(), documents, threads, at);
            default -> SignatureIndex.build(scheme, documents, threads, at);
        };
    }
}

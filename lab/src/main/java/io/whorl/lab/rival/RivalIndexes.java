package io.whorl.lab.rival;

import io.whorl.lab.files.Folders;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.RivalScheme;
import io.whorl.lab.query.TriedIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds rivals' indexes. */
public final class RivalIndexes {
    /** Text built before the clock starts, as much as before a build of Whorl's. */
    private static final long WARM_UP = 8 << 20;

    private RivalIndexes() {}

    /**
     * @param configuration of a rival
     * @param threads 1 to 1,024
     * @param at where there is nothing yet
     */
    public static TriedIndex build(Configuration configuration, Documents documents, int threads, Path at)
            throws IOException {
        made(configuration, documents.first(WARM_UP), threads, Files.createDirectories(at))
                .close();
        Folders.delete(at);
        return made(configuration, documents, threads, Files.createDirectories(at));
    }

    private static TriedIndex made(Configuration configuration, Documents documents, int threads, Path at)
            throws IOException {
        RivalScheme scheme = configuration.rival().orElseThrow();
        return switch (scheme.system()) {
            case LUCENE_SHINGLES, LUCENE_MINHASH, LUCENE_MORE_LIKE_THIS ->
                LuceneIndex.build(scheme, configuration.measure(), documents, threads, at);
            case HASH4J_SUPERMINHASH, HASH4J_SIMHASH ->
                SignatureIndex.build(Hash4jSigner.of(scheme), new EveryOne<>(), scheme, documents, threads, at);
            case JAVA_LSH_MINHASH ->
                SignatureIndex.build(
                        new LshSigner(scheme.parameter("components")),
                        new EveryOne<>(),
                        scheme,
                        documents,
                        threads,
                        at);
            case JAVA_LSH_BINS -> {
                LshBins bins = new LshBins(scheme.parameter("stages"));
                yield SignatureIndex.build(new LshSigner(bins.components()), bins, scheme, documents, threads, at);
            }
        };
    }
}

package io.whorl.lab.rival;

import io.whorl.lab.files.Folders;
import io.whorl.lab.index.LabIndex;
import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.RivalScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builds the indexes of rivals. */
public final class RivalIndexes {
    /** The amount of text to index before the timed build, as for Whorl. */
    private static final long WARM_UP = 8 << 20;

    private RivalIndexes() {}

    /**
     * @param configuration a configuration of a rival
     * @param threads 1 to 1,024
     * @param at a path that does not exist
     */
    public static LabIndex build(Configuration configuration, Documents documents, int threads, Path at)
            throws IOException {
        create(configuration, documents.first(WARM_UP), threads, Files.createDirectories(at))
                .close();
        Folders.delete(at);
        return create(configuration, documents, threads, Files.createDirectories(at));
    }

    private static LabIndex create(Configuration configuration, Documents documents, int threads, Path at)
            throws IOException {
        RivalScheme scheme = configuration.rival().orElseThrow();
        return switch (scheme.system()) {
            case LUCENE_SHINGLES, LUCENE_MINHASH, LUCENE_MORE_LIKE_THIS ->
                LuceneIndex.build(scheme, configuration.measure(), documents, threads, at);
            case HASH4J_SUPERMINHASH, HASH4J_SIMHASH ->
                SignatureIndex.build(Hash4jSigner.of(scheme), new AllCandidates<>(), scheme, documents, threads, at);
            case JAVA_LSH_MINHASH ->
                SignatureIndex.build(
                        new LshSigner(scheme.parameter("components")),
                        new AllCandidates<>(),
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

package io.whorl.lab.block;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.query.Match;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An index of the documents of a collection, and one of their blocks. Closing it deletes both. */
final class BlockIndexes implements Closeable {
    /** Separates the id of a document from the number of its block. */
    private static final char SEPARATOR = '#';

    private final Blocks blocks;
    private final Path folder;
    private final Scheme scheme;
    private final BuildReport ofDocuments;
    private final BuildReport ofParts;
    private final Snapshot documents;
    private final Snapshot parts;

    /** @param ids of the documents to index */
    BlockIndexes(Texts texts, List<String> ids, Blocks blocks, Scheme scheme, int threads) throws IOException {
        this.blocks = blocks;
        this.scheme = scheme;
        folder = Files.createTempDirectory("whorl-lab");
        ofDocuments = build("documents", threads, builder -> {
            for (String id : ids) {
                builder.add(id, texts.text(id));
            }
        });
        ofParts = build("parts", threads, builder -> {
            for (String id : ids) {
                int number = 0;
                for (byte[] block : blocks.of(texts.text(id))) {
                    builder.add(id + SEPARATOR + number++, block);
                }
            }
        });
        documents = Snapshot.open(folder.resolve("documents"));
        parts = Snapshot.open(folder.resolve("parts"));
    }

    private interface Source {
        void addTo(IndexBuilder builder) throws IOException;
    }

    private BuildReport build(String name, int threads, Source source) throws IOException {
        BuildOptions options = BuildOptions.builder().threads(threads).build();
        try (IndexBuilder builder = IndexBuilder.create(folder.resolve(name), scheme, options)) {
            source.addTo(builder);
            return builder.finish();
        }
    }

    Blocks blocks() {
        return blocks;
    }

    Snapshot documents() {
        return documents;
    }

    /** The index of blocks. */
    Snapshot parts() {
        return parts;
    }

    /** Bytes of the index of documents. */
    long bytes() {
        return ofDocuments.bytes();
    }

    /** Bytes of the index of blocks. */
    long bytesOfParts() {
        return ofParts.bytes();
    }

    /** The number of chunks of a whole block. */
    int chunksOfBlock() {
        return Math.max(0, blocks.words() - scheme.chunking().granularity() + 1);
    }

    /** Raises the score of a block's document to that of the block. */
    static void raise(Map<String, Double> scores, Match block) {
        String id = block.id().substring(0, block.id().lastIndexOf(SEPARATOR));
        scores.merge(id, block.score(), Math::max);
    }

    @Override
    public void close() {
        documents.close();
        parts.close();
        Folders.delete(folder);
    }
}

package io.whorl.bench.jmh;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.SingletonText;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.corpus.Document;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Builds Whorl indexes with the scheme that the bars refer to. */
public final class WhorlIndexes {
    private static final String INDEX = "index";
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private WhorlIndexes() {}

    /** Returns the index of a collection, and builds it if the folder does not have it. */
    public static Path made(TextCollection collection, WorkFolder folder) {
        return folder.made("whorl-" + collection.name(), made -> build(collection, CORES, made.resolve(INDEX)))
                .resolve(INDEX);
    }

    /** Returns the index of a text of singletons, and builds it if the folder does not have it. */
    public static Path made(SingletonText text, WorkFolder folder) {
        return folder.made(
                        "whorl-singletons-" + text.documents() + "x" + text.chunks(),
                        made -> build(text, CORES, made.resolve(INDEX)))
                .resolve(INDEX);
    }

    /**
     * Returns the index of a collection with other options, and builds it if the folder does not have it.
     *
     * @param name of the folder of the index, without the name of the collection
     */
    public static Path made(TextCollection collection, WorkFolder folder, String name, BuildOptions options) {
        return folder.made(name + "-" + collection.name(), made -> build(collection, options, made.resolve(INDEX)))
                .resolve(INDEX);
    }

    /**
     * Returns a segment set of a collection, and builds it if the folder does not have it.
     *
     * @param shards the number of shards, each which take turns with the documents
     */
    public static Path shards(TextCollection collection, WorkFolder folder, int shards) {
        return folder.made("whorl-" + shards + "-shards-" + collection.name(), made -> {
            try {
                List<Shard> built = new ArrayList<>();
                for (int s = 0; s < shards; s++) {
                    List<Document> documents = new ArrayList<>();
                    for (int d = s; d < collection.documents().size(); d += shards) {
                        documents.add(collection.documents().get(d));
                    }
                    Path shard = made.resolve(Shard.newName());
                    build(new TextCollection(collection.name(), documents), CORES, shard);
                    built.add(Shard.describe(shard, BuildOptions.DEFAULT));
                }
                SegmentSet.of(built).commit(made);
            } catch (IOException e) {
                throw new UncheckedIOException(made + " cannot be built", e);
            }
        });
    }

    /** @param index must not exist yet */
    public static BuildReport build(TextCollection collection, int threads, Path index) {
        return build(collection, BuildOptions.builder().threads(threads).build(), index);
    }

    private static BuildReport build(TextCollection collection, BuildOptions options, Path index) {
        try (IndexBuilder builder = IndexBuilder.create(index, Schemes.named(Schemes.DEFAULT), options)) {
            for (Document document : collection.documents()) {
                builder.add(document.id(), document.utf8());
            }
            return builder.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(index + " cannot be built", e);
        }
    }

    private static BuildReport build(SingletonText text, int threads, Path index) {
        try (IndexBuilder builder = builder(threads, index)) {
            for (int d = 0; d < text.documents(); d++) {
                builder.add(text.id(d), text.text(d));
            }
            return builder.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(index + " cannot be built", e);
        }
    }

    private static IndexBuilder builder(int threads, Path index) throws IOException {
        return IndexBuilder.create(
                index,
                Schemes.named(Schemes.DEFAULT),
                BuildOptions.builder().threads(threads).build());
    }
}

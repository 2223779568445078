package io.whorl.bench.store;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.WhorlIndexes;
import io.whorl.lab.files.Folders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;

/** The stores, and how they are filled. */
public enum PostingStores {
    /** A segment, built from the texts, so its time includes fingerprinting. */
    WHORL("Whorl", "a sealed segment, mapped; all threads; fingerprints looked up whole") {
        @Override
        void fill(TextCollection texts, Supplier<PostingLists> lists, Path folder) {
            WhorlIndexes.build(texts, Runtime.getRuntime().availableProcessors(), folder.resolve("index"));
        }

        @Override
        PostingStore open(Path folder) throws IOException {
            return new WhorlStore(folder.resolve("index"));
        }
    },
    CHRONICLE_MAP(
            "Chronicle Map", "value interface for keys, true entries and mean value size, no checksums; no batches") {
        @Override
        void fill(TextCollection texts, Supplier<PostingLists> lists, Path folder) throws IOException {
            ChronicleStore.fill(lists.get(), folder);
        }

        @Override
        PostingStore open(Path folder) throws IOException {
            return new ChronicleStore(folder);
        }
    },
    ROCKSDB("RocksDB", "sorted files ingested; Bloom filter of 10 bits, hash index in blocks, LZ4; multiGet") {
        @Override
        void fill(TextCollection texts, Supplier<PostingLists> lists, Path folder) throws IOException {
            RocksStore.fill(lists.get(), folder);
        }

        @Override
        PostingStore open(Path folder) throws IOException {
            return new RocksStore(folder);
        }
    },
    LMDB("LMDB", "integer keys, appended in order, synced at the end; one read transaction, a cursor for batches") {
        @Override
        void fill(TextCollection texts, Supplier<PostingLists> lists, Path folder) throws IOException {
            LmdbStore.fill(lists.get(), folder);
        }

        @Override
        PostingStore open(Path folder) {
            return new LmdbStore(folder);
        }
    },
    SPARKEY("Sparkey", "hash file and log, uncompressed; the reader for one thread; no batches") {
        @Override
        void fill(TextCollection texts, Supplier<PostingLists> lists, Path folder) throws IOException {
            SparkeyStore.fill(lists.get(), folder);
        }

        @Override
        PostingStore open(Path folder) throws IOException {
            return new SparkeyStore(folder);
        }
    };

    private static final String SECONDS = "build-seconds";
    private static final String STORE = "store";

    private final String title;
    private final String advice;

    PostingStores(String title, String advice) {
        this.title = title;
        this.advice = advice;
    }

    abstract void fill(TextCollection texts, Supplier<PostingLists> lists, Path folder) throws IOException;

    abstract PostingStore open(Path folder) throws IOException;

    /** Returns the name of the store. */
    public String title() {
        return title;
    }

    /** Describes the settings, which follow its documentation. */
    public String advice() {
        return advice;
    }

    /**
     * Returns the folder of the store for a collection, and fills it if it does not exist.
     *
     * @param lists of the collection, used by rivals only; their computation is not part of the time
     */
    public Path made(TextCollection texts, Supplier<PostingLists> lists, WorkFolder work) {
        String name = "postings-" + name().toLowerCase(Locale.ROOT) + "-" + texts.name();
        return work.made(name, part -> {
            try {
                if (this != WHORL) {
                    lists.get();
                }
                Path store = Files.createDirectory(part.resolve(STORE));
                long start = System.nanoTime();
                fill(texts, lists, store);
                Files.writeString(part.resolve(SECONDS), Double.toString((System.nanoTime() - start) / 1e9));
            } catch (IOException e) {
                throw new UncheckedIOException(title + " cannot be filled at " + part, e);
            }
        });
    }

    /** Opens a filled store. */
    public PostingStore opened(Path made) {
        try {
            return open(made.resolve(STORE));
        } catch (IOException e) {
            throw new UncheckedIOException(title + " cannot be opened at " + made, e);
        }
    }

    /** Returns the time to fill a store. */
    public static double seconds(Path made) {
        try {
            return Double.parseDouble(Files.readString(made.resolve(SECONDS)));
        } catch (IOException e) {
            throw new UncheckedIOException(made + " has no build time; delete it to fill the store again", e);
        }
    }

    /** Returns the size of a store in bytes. */
    public static long bytes(Path made) {
        return Folders.bytes(made.resolve(STORE));
    }
}

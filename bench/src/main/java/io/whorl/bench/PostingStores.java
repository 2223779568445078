package io.whorl.bench;

import io.whorl.lab.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/** The stores of lists of documents by minutia, and how they are filled. */
public enum PostingStores {
    /** A segment, built from the texts, so its time includes fingerprinting. */
    WHORL(
            "Whorl",
            "a sealed segment, mapped; all threads; fingerprints looked up whole",
            (texts, lists, folder) ->
                    WhorlRival.build(texts, Runtime.getRuntime().availableProcessors(), folder.resolve("index")),
            folder -> WhorlRival.WhorlSegment.only(folder.resolve("index"))),
    CHRONICLE_MAP(
            "Chronicle Map",
            "value interface for keys, true entries and mean value size, no checksums; no batches",
            (texts, lists, folder) -> ChronicleMapRival.ChronicleStore.fill(lists.get(), folder),
            ChronicleMapRival.ChronicleStore::new),
    ROCKSDB(
            "RocksDB",
            "a sorted file ingested; Bloom filter of 10 bits, hash index in blocks, LZ4; multiGet",
            (texts, lists, folder) -> RocksDbRival.RocksStore.fill(lists.get(), folder),
            RocksDbRival.RocksStore::new),
    LMDB(
            "LMDB",
            "integer keys, appended in order, synced at the end; one read transaction, a cursor for batches",
            (texts, lists, folder) -> LmdbStore.fill(lists.get(), folder),
            LmdbStore::new),
    SPARKEY(
            "Sparkey",
            "hash file and log, uncompressed; the reader for one thread; no batches",
            (texts, lists, folder) -> SparkeyRival.fill(lists.get(), folder),
            SparkeyRival::new);

    private static final String SECONDS = "build-seconds";
    private static final String STORE = "store";

    private interface Filling {
        void fill(TextCollection texts, Supplier<PostingLists> lists, Path folder) throws Exception;
    }

    private interface Opening {
        Rival.PostingStore open(Path folder) throws Exception;
    }

    private final String title;
    private final String advice;
    private final Filling filling;
    private final Opening opening;

    PostingStores(String title, String advice, Filling filling, Opening opening) {
        this.title = title;
        this.advice = advice;
        this.filling = filling;
        this.opening = opening;
    }

    /** Returns all stores but Whorl's. */
    public static Set<PostingStores> rivals() {
        return EnumSet.complementOf(EnumSet.of(WHORL));
    }

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
    public Path made(TextCollection texts, Supplier<PostingLists> lists, WorkFolder work) throws Exception {
        String name = "postings-" + name().toLowerCase(Locale.ROOT) + "-" + texts.name();
        return work.made(name, part -> {
            if (this != WHORL) {
                lists.get();
            }
            Path store = Files.createDirectory(part.resolve(STORE));
            long start = System.nanoTime();
            filling.fill(texts, lists, store);
            Files.writeString(part.resolve(SECONDS), Double.toString((System.nanoTime() - start) / 1e9));
        });
    }

    public Rival.PostingStore opened(Path made) throws Exception {
        return opening.open(made.resolve(STORE));
    }

    public static double seconds(Path made) throws IOException {
        return Double.parseDouble(Files.readString(made.resolve(SECONDS)));
    }

    public static long bytes(Path made) {
        return Folders.bytes(made.resolve(STORE));
    }
}

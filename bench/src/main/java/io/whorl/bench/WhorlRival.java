package io.whorl.bench;

import io.whorl.bench.PostingLists.FoundLists;
import io.whorl.bench.Rival.DurableAdds;
import io.whorl.bench.Rival.PostingStore;
import io.whorl.bench.Rival.SingletonTable;
import io.whorl.build.SegmentAssembler;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.corpus.Document;
import io.whorl.live.LoggedDocument;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaTable;
import io.whorl.store.Segment;
import io.whorl.store.StoredKinds;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whorl with the scheme that the bars refer to: its indexes, and the parts that its rivals have too. */
public final class WhorlRival {
    private static final String INDEX = "index";

    private WhorlRival() {}

    /** Returns the index of a collection, and builds it if the folder does not have it. */
    public static Path made(TextCollection collection, WorkFolder folder) throws Exception {
        return made(collection, folder, "whorl", BuildOptions.DEFAULT);
    }

    /**
     * Returns the index of a collection with other options, and builds it if the folder does not have it.
     *
     * @param name of the folder of the index, without the name of the collection
     */
    public static Path made(TextCollection collection, WorkFolder folder, String name, BuildOptions options)
            throws Exception {
        return folder.made(
                        name + "-" + collection.name(),
                        made -> build(collection.documents(), options, made.resolve(INDEX)))
                .resolve(INDEX);
    }

    /** Returns the index of a text of singletons, and builds it if the folder does not have it. */
    public static Path made(SingletonText text, WorkFolder folder) throws Exception {
        String name = "whorl-singletons-" + text.documents() + "x" + text.chunks();
        return folder.made(name, made -> build(text.all(), BuildOptions.DEFAULT, made.resolve(INDEX)))
                .resolve(INDEX);
    }

    /**
     * Returns a segment set of a collection, and builds it if the folder does not have it.
     *
     * @param shards the number of shards, each which take turns with the documents
     */
    public static Path shards(TextCollection collection, WorkFolder folder, int shards) throws Exception {
        return folder.made("whorl-" + shards + "-shards-" + collection.name(), made -> {
            List<Shard> built = new ArrayList<>();
            for (int s = 0; s < shards; s++) {
                List<Document> documents = new ArrayList<>();
                for (int d = s; d < collection.documents().size(); d += shards) {
                    documents.add(collection.documents().get(d));
                }
                Path shard = made.resolve(Shard.newName());
                build(documents, BuildOptions.DEFAULT, shard);
                built.add(Shard.describe(shard, BuildOptions.DEFAULT));
            }
            new SegmentSet(built).commit(made);
        });
    }

    /** @param index must not exist yet */
    public static BuildReport build(TextCollection collection, int threads, Path index) throws Exception {
        return build(collection.documents(), BuildOptions.DEFAULT.threads(threads), index);
    }

    private static BuildReport build(Iterable<Document> documents, BuildOptions options, Path index)
            throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(index, Schemes.named(Schemes.DEFAULT), options)) {
            for (Document document : documents) {
                builder.add(document.id(), document.utf8());
            }
            return builder.finish();
        }
    }

    /**
     * A sealed segment, read in place. A payload is the ordinal of a document, or that of a list. A fingerprint is
     * looked up in one call.
     */
    public static final class WhorlSegment implements SingletonTable, PostingStore {
        private static final long MEMORY = 1L << 30;
        private static final byte[] NOTHING = {};

        private final Segment segment;
        private final MinutiaTable table;
        private final MinutiaTable.Scratch scratch = new MinutiaTable.Scratch();

        private final DocumentLists lists;
        private final long documents;
        /** Created with the first list, because a segment of singletons has none. */
        private DocumentLists.Cursor cursor;

        private long[] payloads = new long[1_000];

        public WhorlSegment(Path file) throws IOException {
            segment = Segment.open(file);
            table = segment.table();
            lists = segment.lists();
            documents = segment.counts().documents();
        }

        public static void build(SingletonSet set, Path file) throws Exception {
            int threads = Runtime.getRuntime().availableProcessors();
            try (SegmentAssembler assembler = new SegmentAssembler(
                    Schemes.named(Schemes.DEFAULT), StoredKinds.NONE, MEMORY, threads, file.getParent())) {
                for (int d = 0; d < set.documents(); d++) {
                    // Short ids, in the order of the documents.
                    String digits = Integer.toString(d, Character.MAX_RADIX);
                    byte[] id = ("0".repeat(5 - digits.length()) + digits).getBytes(StandardCharsets.US_ASCII);
                    long[] minutiae = set.minutiae(d);
                    LoggedDocument document =
                            new LoggedDocument(id, minutiae.length + 3, NOTHING, minutiae, new int[0], minutiae.length);
                    assembler.append(document, NOTHING, false);
                }
                assembler.write(file, true);
            }
        }

        static WhorlSegment only(Path index) throws Exception {
            try (Stream<Path> files = Files.list(index)) {
                List<Path> segments =
                        files.filter(file -> file.toString().endsWith(".whs")).toList();
                if (segments.size() != 1) {
                    throw new IOException(index + " has " + segments.size() + " segments; it must have one");
                }
                return new WhorlSegment(segments.get(0));
            }
        }

        @Override
        public long find(long minutia) {
            return table.find(minutia);
        }

        /** Looks up the minutiae in the given order; sorted minutiae would be faster. */
        @Override
        public void findAll(long[] minutiae, int from, int to, long[] ordinals) {
            table.findAll(minutiae, from, to, ordinals, scratch);
        }

        @Override
        public void find(long minutia, FoundLists found) {
            add(table.find(minutia), found);
        }

        @Override
        public void findAll(long[] minutiae, int from, int to, FoundLists found) {
            if (payloads.length < to) {
                payloads = new long[to];
            }
            table.findAll(minutiae, from, to, payloads, scratch);
            for (int i = from; i < to; i++) {
                add(payloads[i], found);
            }
        }

        private void add(long payload, FoundLists found) {
            if (payload >= documents) {
                cursor = lists.cursor(cursor, payload - documents);
                while (cursor.next()) {
                    found.add((int) cursor.document());
                }
            } else if (payload != MinutiaTable.ABSENT) {
                found.add((int) payload);
            }
            found.end();
        }

        @Override
        public long bytes() {
            return segment.length();
        }

        @Override
        public void close() {}
    }

    /** A Whorl index with the default options of its writer. */
    public static final class WhorlAdds implements DurableAdds {
        /** From this batch size on, the threads of the writer fingerprint the documents. */
        private static final int MANY = 1_000;

        private final IndexWriter writer;
        private final WorkerThreads crew;

        /** @param folder an empty folder */
        public WhorlAdds(Path folder, int threads) throws IOException {
            writer = IndexWriter.create(
                    folder.resolve("index"),
                    Schemes.named(Schemes.DEFAULT),
                    WriterOptions.DEFAULT.liveMap(LiveMap.REQUIRED).threads(threads));
            crew = new WorkerThreads(threads);
        }

        @Override
        public void add(List<NewDocument> batch) throws Exception {
            if (batch.size() >= MANY) {
                writer.addAll(batch);
            } else {
                crew.forEach(
                        batch.size(),
                        i -> writer.add(batch.get(i).id(), batch.get(i).utf8()));
            }
            writer.commit();
        }

        @Override
        public void close() throws IOException {
            crew.close();
            writer.close();
        }
    }
}

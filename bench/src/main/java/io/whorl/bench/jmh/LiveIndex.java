package io.whorl.bench.jmh;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.ThousandWords;
import io.whorl.bench.data.WorkFolder;
import io.whorl.lab.files.DataFolder;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * An index of a collection with some thousand added documents, which are then replaced again and again. So the index
 * has the same size with and without additions.
 */
@State(Scope.Benchmark)
public class LiveIndex {
    private static final int QUERIES = 100;
    /** The number of documents in a commit. */
    public static final int COMMIT = 100;

    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    /** The number of added documents of a thousand words: more than the live tier holds, so that some are sealed. */
    @Param("4500")
    public int added;

    private List<byte[]> queries;
    private List<NewDocument> documents;
    private WorkFolder folder;
    private Path index;
    private IndexWriter writer;
    private int next;

    @Setup
    public void setUp() throws IOException {
        TextCollection text = TextCollection.load(data, collection);
        queries = text.aboutAThousandWords(QUERIES);
        documents = ThousandWords.of(text, added);
        folder = WorkFolder.in(work);
        index = folder.fresh("live").resolve("index");
        copy(WhorlIndexes.made(text, folder), index);
        writer = IndexWriter.open(
                index, WriterOptions.builder().liveMap(LiveMap.REQUIRED).build());
        for (int d = 0; d < added; d += COMMIT) {
            addBatch();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)));
            }
        }
    }

    List<byte[]> queries() {
        return queries;
    }

    Snapshot snapshot() {
        return writer.snapshot();
    }

    Snapshot open() throws IOException {
        return Snapshot.open(index);
    }

    /** Adds and commits the next {@link #COMMIT} documents. */
    long addBatch() throws IOException {
        return add(COMMIT);
    }

    /** Adds and commits the next document. */
    long addOne() throws IOException {
        return add(1);
    }

    private long add(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            NewDocument document = documents.get(next);
            writer.add(document.id(), document.utf8());
            next = next + 1 == documents.size() ? 0 : next + 1;
        }
        return writer.commit();
    }

    @TearDown
    public void tearDown() throws IOException {
        writer.close();
        folder.fresh("live");
        folder.close();
    }
}

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
 * An index of a collection to which some thousand documents have been added, and go on being added again and again, in
 * place of their older selves: so it is as large while documents are added as it is when none are.
 */
@State(Scope.Benchmark)
public class LiveIndex {
    private static final int QUERIES = 100;
    /** Documents in a commit. */
    public static final int COMMIT = 100;

    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    /** Documents of a thousand words that are added: more than the live tier holds, so that some are sealed. */
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
            addSome();
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

    /** Adds and commits the next hundred. */
    long addSome() throws IOException {
        return add(COMMIT);
    }

    /** Adds and commits the next. */
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

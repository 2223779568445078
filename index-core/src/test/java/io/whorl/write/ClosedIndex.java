package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.crash.IndexState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A closed live index with a file of each kind: segments, deleted documents, a log with commits, the record of the
 * close.
 */
final class ClosedIndex {
    static final int COMMITS = 18;
    private static final Script SCRIPT = new Script(4);
    static final Map<String, byte[]> QUERIES = SCRIPT.queries(0, COMMITS);
    /** Nothing is merged, so deleted documents remain. */
    static final WriterOptions OPTIONS = Script.TIGHT.mergeFactor(64);

    private ClosedIndex() {}

    /** Creates the index. Returns what it answers. */
    static IndexState make(Path index) throws IOException {
        try (IndexWriter writer = IndexWriter.create(index, Script.SCHEME, OPTIONS)) {
            for (int k = 1; k <= COMMITS; k++) {
                SCRIPT.give(writer, k);
                writer.commit();
                if (k == 15) {
                    writer.seal();
                }
            }
        }
        List<String> kinds = files(index)
                .map(f -> f.getFileName().toString().replaceAll("[-\\d]+", "-N"))
                .sorted()
                .distinct()
                .toList();
        assertEquals(List.of("CLOSED", "LOCK", "MANIFEST", "log-N.wal", "segment-N.del", "segment-N.whs"), kinds);
        return IndexState.read(index, QUERIES);
    }

    /** What a new index of the same documents answers. */
    static IndexState built(Path empty) throws IOException {
        return Script.built(SCRIPT.after(COMMITS), QUERIES, empty);
    }

    static Stream<Path> files(Path index) throws IOException {
        try (Stream<Path> tree = Files.walk(index)) {
            return tree.filter(Files::isRegularFile).toList().stream();
        }
    }
}

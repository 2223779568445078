package io.whorl.bench.store;

import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaTable;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A sealed segment, read in place. A fingerprint is looked up in one call. */
final class WhorlStore implements PostingStore {
    private static final String SEGMENT = ".whs";

    private final MinutiaTable table;
    private final MinutiaTable.Scratch scratch = new MinutiaTable.Scratch();
    private final DocumentLists lists;
    private final long documents;
    /** Created with the first list, because a segment of singletons has none. */
    private DocumentLists.Cursor cursor;

    private long[] payloads = new long[1_000];

    WhorlStore(Path index) throws IOException {
        Segment segment = Segment.open(only(index));
        table = segment.table();
        documents = segment.counts().documents();
        lists = segment.lists();
    }

    private static Path only(Path index) throws IOException {
        try (Stream<Path> files = Files.list(index)) {
            List<Path> segments =
                    files.filter(file -> file.toString().endsWith(SEGMENT)).toList();
            if (segments.size() != 1) {
                throw new IOException(index + " has " + segments.size() + " segments; it must have one");
            }
            return segments.get(0);
        }
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
            if (cursor == null) {
                cursor = lists.cursor(payload - documents);
            } else {
                cursor.open(payload - documents);
            }
            while (cursor.next()) {
                found.add((int) cursor.document());
            }
        } else if (payload != MinutiaTable.ABSENT) {
            found.add((int) payload);
        }
        found.end();
    }

    @Override
    public void close() {}
}

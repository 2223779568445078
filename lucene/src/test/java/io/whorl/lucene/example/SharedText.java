package io.whorl.lucene.example;

import io.whorl.lucene.query.CoderivativeQuery;
import io.whorl.measure.Measure;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.search.Query;

/** Finds the documents of a search engine that share text with a text. Thread-safe. */
public final class SharedText implements AutoCloseable {
    private final String idField;
    private volatile Snapshot latest;

    /**
     * @param index the directory of the Whorl index, which another process may write
     * @param idField the field that holds the same ids, as one term each
     */
    public SharedText(Path index, String idField) throws IOException {
        this.idField = idField;
        latest = Snapshot.open(index);
    }

    /** Matches documents that have at least a tenth of the text, with that share as the score. */
    public Query query(String text) throws IOException {
        latest = latest.refresh();
        return CoderivativeQuery.ofText(latest, idField, text, Measure.CONTAINMENT, 0.1);
    }

    @Override
    public void close() {
        latest.close();
    }
}

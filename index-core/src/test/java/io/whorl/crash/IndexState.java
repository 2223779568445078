package io.whorl.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.RefusedException;
import io.whorl.WhorlException;
import io.whorl.query.IndexCheck;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answers of an index: enough that indexes of different documents differ.
 *
 * @param documents how many it contains; -1 if there is no index
 * @param found its data about each queried document
 * @param texts the stored text of each queried document, in hexadecimal
 * @param answers to each queried text
 */
public record IndexState(
        long documents,
        List<Optional<Snapshot.IndexedDocument>> found,
        List<Optional<String>> texts,
        List<Matches> answers) {
    /** There is no index. */
    public static final IndexState NONE = new IndexState(-1, List.of(), List.of(), List.of());

    public IndexState {
        found = List.copyOf(found);
        texts = List.copyOf(texts);
        answers = List.copyOf(answers);
    }

    /**
     * Opens, queries and checks an index.
     *
     * @param queries all documents that it may contain, by id
     * @throws AssertionError if a check finds a problem
     */
    public static IndexState read(Path index, Map<String, byte[]> queries) throws IOException {
        Snapshot snapshot;
        try {
            snapshot = Snapshot.open(index);
        } catch (RefusedException e) {
            return NONE;
        }
        List<Optional<Snapshot.IndexedDocument>> found = new ArrayList<>();
        List<Optional<String>> texts = new ArrayList<>();
        List<Matches> answers = new ArrayList<>();
        for (Map.Entry<String, byte[]> d : queries.entrySet()) {
            found.add(snapshot.document(d.getKey()));
            texts.add(
                    snapshot.storesTexts()
                            ? snapshot.text(d.getKey()).map(HexFormat.of()::formatHex)
                            : Optional.empty());
            answers.add(snapshot.query(d.getValue(), QueryOptions.DEFAULT.top(1_000)));
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
        return new IndexState(snapshot.stats().documents(), found, texts, answers);
    }

    /** True if a check finds no problem. */
    public static boolean isClean(Path index) throws IOException {
        try {
            return IndexCheck.check(index).problems().isEmpty();
        } catch (WhorlException typed) {
            return false;
        }
    }

    /** Short, because the answers are long. */
    @Override
    public String toString() {
        return equals(NONE)
                ? "no index"
                : documents + " documents "
                        + found.stream().map(f -> f.isPresent() ? "+" : "-").toList() + " #"
                        + Integer.toHexString(answers.hashCode());
    }
}

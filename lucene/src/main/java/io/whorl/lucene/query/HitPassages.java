package io.whorl.lucene.query;

import io.whorl.NotStoredException;
import io.whorl.align.Aligner;
import io.whorl.align.Aligner.Alignment;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.align.PreparedText;
import io.whorl.passages.FoundPassages.Reason;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the passages that a text shares with hits: their highlights. The texts are those that the Whorl index stores,
 * or those of a source. Lucene needs neither a stored field nor term vectors. One text of a hit at a time is in memory.
 * Thread-safe; the snapshot must stay open.
 */
public final class HitPassages {
    private final Snapshot snapshot;
    private final TextSource texts;
    private final boolean check;
    private final Aligner aligner;

    private HitPassages(Snapshot snapshot, TextSource texts, boolean check, AlignmentOptions options) {
        this.snapshot = snapshot;
        this.texts = texts;
        this.check = check;
        aligner = Aligner.of(options);
    }

    /**
     * A passage of a hit.
     *
     * @param passage {@link Passage#a} is its place in the text of the query, {@link Passage#b} in that of the hit
     * @param text its words in the hit
     */
    public record Excerpt(Passage passage, String text) {}

    /**
     * The passages of a hit.
     *
     * @param id the id of the hit
     * @param excerpts in the order of the query's text
     * @param unavailable why the hit was not aligned; empty if it was
     * @param limited whether alignment reached a limit, so that passages may be missing or inexact
     */
    public record Highlight(String id, List<Excerpt> excerpts, Optional<Reason> unavailable, boolean limited) {
        public Highlight {
            excerpts = List.copyOf(excerpts);
        }
    }

    /**
     * Finds passages in the texts that the index stores.
     *
     * @throws NotStoredException if the index stores no texts
     */
    public static HitPassages of(Snapshot snapshot, AlignmentOptions options) {
        if (!snapshot.storesTexts()) {
            throw NotStoredException.text();
        }
        return new HitPassages(snapshot, snapshot::text, false, options);
    }

    /**
     * Finds passages in texts of a source. Each text is checked: a hit whose text is not the indexed one
     * ({@link Snapshot#isTextOf}) is not aligned.
     *
     * @param texts called from each thread that finds passages
     */
    public static HitPassages of(Snapshot snapshot, TextSource texts, AlignmentOptions options) {
        return new HitPassages(snapshot, Objects.requireNonNull(texts, "texts"), true, options);
    }

    /**
     * Finds the passages that a text shares with hits.
     *
     * @param text the text of the query
     * @param ids the ids of the hits
     * @return one element for each id, in order
     * @throws IOException if the source of texts fails
     */
    public List<Highlight> find(String text, Collection<String> ids) throws IOException {
        PreparedText prepared = aligner.prepare(text);
        List<Highlight> found = new ArrayList<>();
        for (String id : ids) {
            found.add(find(prepared, id));
        }
        return found;
    }

    private Highlight find(PreparedText text, String id) throws IOException {
        Optional<byte[]> hit = texts.text(id);
        if (hit.isEmpty()) {
            return new Highlight(id, List.of(), Optional.of(Reason.MISSING), false);
        }
        byte[] utf8 = hit.get();
        if (check && !snapshot.isTextOf(id, utf8)) {
            return new Highlight(id, List.of(), Optional.of(Reason.CHANGED), false);
        }
        Alignment alignment = aligner.alignment(text, aligner.prepare(utf8));
        List<Excerpt> excerpts =
                alignment.passages().stream().map(p -> excerpt(p, utf8)).toList();
        return new Highlight(id, excerpts, Optional.empty(), alignment.limited());
    }

    private static Excerpt excerpt(Passage passage, byte[] utf8) {
        int start = passage.b().startByte();
        return new Excerpt(passage, new String(utf8, start, passage.b().bytes(), StandardCharsets.UTF_8));
    }
}

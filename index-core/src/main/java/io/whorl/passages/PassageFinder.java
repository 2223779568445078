package io.whorl.passages;

import io.whorl.TextNotStoredException;
import io.whorl.align.Aligner;
import io.whorl.align.Alignment;
import io.whorl.align.Passage;
import io.whorl.align.PreparedText;
import io.whorl.passages.FoundPassages.Reason;
import io.whorl.passages.FoundPassages.Unavailable;
import io.whorl.passages.Places.Candidate;
import io.whorl.query.Match;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds the passages that a text shares with the documents of an index: the documents that share most minutiae with it
 * are found by fingerprint, and the text is aligned with the text of each of them. Thread-safe. The snapshot must stay
 * open.
 *
 * <p>One text of a document at a time is in memory, and all passages that are found. The result depends on nothing but
 * the texts, the snapshot and the options.
 */
public final class PassageFinder {
    private final Snapshot snapshot;
    private final TextSource texts;
    private final boolean check;
    private final PassageOptions options;
    private final QueryOptions query;
    private final Aligner aligner;

    private PassageFinder(Snapshot snapshot, TextSource texts, boolean check, PassageOptions options) {
        this.snapshot = snapshot;
        this.texts = texts;
        this.check = check;
        this.options = Objects.requireNonNull(options, "options");
        query = options.query(snapshot.scheme());
        aligner = Aligner.of(options.alignment());
    }

    /**
     * Finds passages in the texts that the index stores.
     *
     * @throws TextNotStoredException if the index stores no texts
     */
    public static PassageFinder of(Snapshot snapshot, PassageOptions options) {
        if (!snapshot.storesTexts()) {
            throw new TextNotStoredException();
        }
        return new PassageFinder(snapshot, snapshot::text, false, options);
    }

    /**
     * Finds passages in texts of a source, for an index that stores none. Each text is checked: a document whose text
     * is not the indexed one ({@link Snapshot#isTextOf}) is not aligned.
     *
     * @param texts called from each thread that finds passages
     */
    public static PassageFinder of(Snapshot snapshot, TextSource texts, PassageOptions options) {
        return new PassageFinder(snapshot, Objects.requireNonNull(texts, "texts"), true, options);
    }

    /**
     * Finds passages of a text.
     *
     * @param utf8 the text in UTF-8; a malformed sequence reads as U+FFFD
     * @throws IOException if the source of texts fails
     * @throws io.whorl.LimitExceededException if the text has more minutiae than half of the heap can hold
     */
    public FoundPassages find(byte[] utf8) throws IOException {
        Matches matches = snapshot.query(utf8, query);
        List<Match> documents = matches.matches();
        boolean complete = documents.size() <= options.documents();
        List<Unavailable> unavailable = new ArrayList<>();
        List<String> limited = new ArrayList<>();
        List<FoundPassage> passages = documents.isEmpty()
                ? List.of()
                : align(utf8, complete ? documents : documents.subList(0, options.documents()), unavailable, limited);
        return new FoundPassages(passages, unavailable, limited, matches.minutiae(), complete);
    }

    private List<FoundPassage> align(
            byte[] utf8, List<Match> documents, List<Unavailable> unavailable, List<String> limited)
            throws IOException {
        PreparedText prepared = aligner.prepare(utf8);
        List<Candidate> found = new ArrayList<>();
        for (Match match : documents) {
            String id = match.id();
            Optional<byte[]> text = texts.text(id);
            if (text.isEmpty()) {
                unavailable.add(new Unavailable(id, Reason.MISSING));
            } else if (check && !snapshot.isTextOf(id, text.get())) {
                unavailable.add(new Unavailable(id, Reason.CHANGED));
            } else {
                Alignment alignment = aligner.alignment(prepared, text.get());
                if (alignment.limited()) {
                    limited.add(id);
                }
                for (Passage passage : alignment.passages()) {
                    found.add(new Candidate(new FoundPassage(id, 1, passage), match.rank()));
                }
            }
        }
        return Places.ranked(found);
    }

    /** The same as {@link #find(byte[])} with the UTF-8 bytes of a string. */
    public FoundPassages find(String text) throws IOException {
        return find(text.getBytes(StandardCharsets.UTF_8));
    }
}

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
 * <p>Of each thread, one text of a document is in memory at a time, and all passages that are found. The result depends
 * on nothing but the texts, the snapshot and the options; it is the same for any number of threads.
 */
public final class PassageFinder {
    private static final Alignment NOT_ALIGNED = new Alignment(List.of(), false);

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
        List<Aligned> all = DocumentTasks.run(documents, options.threads(), match -> align(prepared, match));
        List<Candidate> found = new ArrayList<>();
        for (Aligned aligned : all) {
            Match match = aligned.document();
            aligned.reason().ifPresent(reason -> unavailable.add(new Unavailable(match.id(), reason)));
            if (aligned.alignment().limited()) {
                limited.add(match.id());
            }
            for (Passage passage : aligned.alignment().passages()) {
                found.add(new Candidate(new FoundPassage(match.id(), 1, passage), match.rank()));
            }
        }
        return Places.ranked(found);
    }

    /** A document and its passages, or why it was not aligned. */
    private record Aligned(Match document, Alignment alignment, Optional<Reason> reason) {}

    private Aligned align(PreparedText prepared, Match document) throws IOException {
        Optional<byte[]> text = texts.text(document.id());
        Optional<Reason> reason = text.isEmpty()
                ? Optional.of(Reason.MISSING)
                : check && !snapshot.isTextOf(document.id(), text.get())
                        ? Optional.of(Reason.CHANGED)
                        : Optional.empty();
        return new Aligned(
                document, reason.isPresent() ? NOT_ALIGNED : aligner.alignment(prepared, text.get()), reason);
    }

    /** The same as {@link #find(byte[])} with the UTF-8 bytes of a string. */
    public FoundPassages find(String text) throws IOException {
        return find(text.getBytes(StandardCharsets.UTF_8));
    }
}

package io.whorl.passages;

import io.whorl.NotStoredException;
import io.whorl.align.Aligner;
import io.whorl.align.Aligner.Alignment;
import io.whorl.align.Passage;
import io.whorl.align.PreparedText;
import io.whorl.align.Span;
import io.whorl.passages.FoundPassages.FoundPassage;
import io.whorl.passages.FoundPassages.Reason;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.query.TextSource;
import io.whorl.store.ParallelTasks;
import io.whorl.text.LookAlikes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    /** Code points of a stretch of the text, as a power of two. */
    private static final int STRETCH_BITS = 8;

    private static final Comparator<FoundPassage> BEST_FIRST = Comparator.comparingInt(
                    (FoundPassage f) -> f.passage().words())
            .reversed()
            .thenComparing(f -> f.passage().score(), Comparator.reverseOrder())
            .thenComparingInt(FoundPassage::rank)
            .thenComparingInt(f -> f.passage().a().start())
            .thenComparingInt(f -> f.passage().b().start());

    private static final Comparator<List<FoundPassage>> IN_ORDER = Comparator.comparingInt(
                    (List<FoundPassage> place) -> span(place).start())
            .thenComparing(place -> place.get(0).id())
            .thenComparingInt(place -> place.get(0).passage().b().start())
            .thenComparingInt(place -> span(place).end());

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
     * @throws NotStoredException if the index stores no texts
     */
    public static PassageFinder of(Snapshot snapshot, PassageOptions options) {
        if (!snapshot.storesTexts()) {
            throw NotStoredException.text();
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
        Matches matches = snapshot.query(LookAlikes.undone(Objects.requireNonNull(utf8, "utf8")), query);
        List<Match> documents = matches.matches();
        boolean complete = documents.size() <= options.documents();
        Map<String, Reason> unavailable = new LinkedHashMap<>();
        List<String> limited = new ArrayList<>();
        List<FoundPassage> passages = documents.isEmpty()
                ? List.of()
                : align(utf8, complete ? documents : documents.subList(0, options.documents()), unavailable, limited);
        return new FoundPassages(passages, unavailable, limited, matches.minutiae(), complete);
    }

    private List<FoundPassage> align(
            byte[] utf8, List<Match> documents, Map<String, Reason> unavailable, List<String> limited)
            throws IOException {
        PreparedText prepared = aligner.prepare(utf8);
        Aligned[] all = new Aligned[documents.size()];
        List<ParallelTasks.Task> tasks = new ArrayList<>();
        for (int i = 0; i < all.length; i++) {
            int at = i;
            tasks.add(() -> all[at] = align(prepared, documents.get(at)));
        }
        ParallelTasks.runAll(tasks, Math.min(options.threads(), all.length));
        List<FoundPassage> found = new ArrayList<>();
        for (Aligned aligned : all) {
            Match match = aligned.document();
            aligned.reason().ifPresent(reason -> unavailable.put(match.id(), reason));
            if (aligned.alignment().limited()) {
                limited.add(match.id());
            }
            for (Passage passage : aligned.alignment().passages()) {
                found.add(new FoundPassage(match.id(), match.rank(), passage));
            }
        }
        return ranked(found);
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
                document,
                reason.isPresent() ? NOT_ALIGNED : aligner.alignment(prepared, aligner.prepare(text.get())),
                reason);
    }

    /** The same as {@link #find(byte[])} with the UTF-8 bytes of a string. */
    public FoundPassages find(String text) throws IOException {
        return find(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the passages with their ranks, by place, and best first at each place. Passages compete for places of the
     * query's text. The best passage makes a place. Another one belongs to the place of the best passage that covers at
     * least half of it, or else makes a place of its own.
     *
     * @param found passages with the ranks of their documents; sorted by this
     */
    static List<FoundPassage> ranked(List<FoundPassage> found) {
        found.sort(BEST_FIRST);
        List<List<FoundPassage>> places = new ArrayList<>();
        // Places by the stretches of the text that they touch.
        Map<Integer, List<List<FoundPassage>>> byStretch = new HashMap<>();
        for (FoundPassage passage : found) {
            Span span = passage.passage().a();
            // A place that covers half of a span covers its middle. Few places do: each covers less than half of every
            // later one.
            int middle = span.start() + (span.length() - 1) / 2;
            List<FoundPassage> place = byStretch.getOrDefault(middle >> STRETCH_BITS, List.of()).stream()
                    .filter(p -> 2L * span(p).overlap(span) >= span.length())
                    .findFirst()
                    .orElseGet(ArrayList::new);
            if (place.isEmpty()) {
                places.add(place);
                for (int s = span.start() >> STRETCH_BITS; s <= (span.end() - 1) >> STRETCH_BITS; s++) {
                    byStretch.computeIfAbsent(s, none -> new ArrayList<>(1)).add(place);
                }
            }
            place.add(new FoundPassage(passage.id(), place.size() + 1, passage.passage()));
        }
        places.sort(IN_ORDER);
        return places.stream().flatMap(List::stream).toList();
    }

    private static Span span(List<FoundPassage> place) {
        return place.get(0).passage().a();
    }
}

package io.whorl.query;

import io.whorl.IndexStats;
import io.whorl.LimitExceededException;
import io.whorl.NotStoredException;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.build.IdMerge;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Purpose;
import io.whorl.cluster.Survivors;
import io.whorl.concurrent.QueryPriority;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.history.Changes;
import io.whorl.history.History;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.parts.SnapshotParts;
import io.whorl.query.Search.OverlapSearch;
import io.whorl.query.Search.SearchThreads;
import io.whorl.query.Search.SearchThreads.QueryTools;
import io.whorl.query.StoredDocuments.GroupedDocuments;
import io.whorl.query.StoredDocuments.LiveIds;
import io.whorl.query.StoredDocuments.Versions;
import io.whorl.query.WholeSnapshot.DocumentWeights;
import io.whorl.query.WholeSnapshot.SnapshotBackup;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.shard.SegmentSet;
import io.whorl.store.Channels;
import io.whorl.store.CheckedFile;
import io.whorl.store.DocumentId;
import io.whorl.store.MappingFault;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ReferenceCount;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A read-only view of an index as it was when the snapshot was opened; later changes do not affect it. Opening takes
 * time and heap that do not depend on the size of the index, because segments are memory-mapped. Thread-safe.
 *
 * <p>Closing is optional: a snapshot that is not closed releases its files and live tiers when it is collected. Closing
 * releases live tiers at once. On Java 22 and later it also unmaps the files that no other snapshot and no writer uses;
 * on earlier releases files are unmapped when they are collected. Calls that run during {@link #close} complete
 * normally; later calls throw {@link IllegalStateException}.
 *
 * <p>A call of an interrupted thread that reads or writes files throws {@link io.whorl.CallInterruptedException}, and
 * the thread stays interrupted; so does reading the pairs, clusters or survivors that a call returned. The snapshot can
 * be used again. Calls that only read mapped segments, as most queries do, complete.
 */
public final class Snapshot implements AutoCloseable {
    /**
     * A document of an index.
     *
     * @param id its id
     * @param words the number of its surviving words
     * @param minutiae the number of its distinct minutiae
     * @param date its date, if it has one
     */
    public record IndexedDocument(String id, long words, long minutiae, Optional<Instant> date) {}

    /**
     * What a backup consists of, and how its files came there. Files are segments and their lists of deleted documents.
     *
     * @param commit the number of the commit that it contains
     * @param linked files that are hard links to those of the index
     * @param copied files that were copied or written
     * @param kept files of the earlier backup that are also in this one
     * @param removed files of the earlier backup that are not in this one
     * @param bytes the size of the backup
     * @param written the size of the copied files
     */
    public record Backup(long commit, int linked, int copied, int kept, int removed, long bytes, long written) {}

    /**
     * Queries of a snapshot and of those that it was refreshed from.
     *
     * @param answered those that returned
     * @param refused those that threw {@link io.whorl.LimitExceededException}
     */
    public record Queries(long answered, long refused) {}

    private static final Cleaner CLEANER = Cleaner.create();
    /** Ids of a stream that are read at a time. */
    private static final int PAGE = 64;

    private final SnapshotParts of;
    private final Scheme scheme;
    /** The parts that have live documents. */
    private final List<Part> parts = new ArrayList<>();

    private final List<CheckedFile> files = new ArrayList<>();

    private final long documents;
    private final WholeSnapshot whole;
    private final QueryTools tools;
    private final StoredDocuments stored;
    private final Optional<SearchThreads> threads;
    private final ReferenceCount hold;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param tools the tools for the scheme of the parts */
    Snapshot(SnapshotParts of, QueryTools tools) {
        this.of = of;
        scheme = of.scheme();
        this.tools = tools;
        of.parts().stream().filter(p -> !p.isEmpty()).forEach(parts::add);
        for (SealedPart part : of.sealed()) {
            if (!part.segment().scheme().equals(scheme)) {
                throw new IllegalArgumentException(
                        "scheme is not that of " + part.segment().file());
            }
            files.add(part.segment().checkedFile());
            part.dead().checkedFile().ifPresent(files::add);
        }
        documents = parts.stream().mapToLong(Part::documents).sum();
        stored = new StoredDocuments(parts, scheme, of.stored(), tools);
        whole = new WholeSnapshot(of);
        threads = of.threads() > 1 ? Optional.of(new SearchThreads(of.threads())) : Optional.empty();
        hold = held(of.parts(), threads);
        CLEANER.register(this, hold::releaseAll);
    }

    /** Static, because the cleaner must not refer to the snapshot, which would never be collected. */
    private static ReferenceCount held(List<Part> parts, Optional<SearchThreads> threads) {
        return new ReferenceCount(() -> {
            threads.ifPresent(SearchThreads::close);
            parts.forEach(Part::release);
        });
    }

    /** Reuses the buffers of each thread, which matters if a snapshot follows another at each commit. */
    Snapshot after(SnapshotParts newer) {
        return newer.scheme().equals(scheme) ? new Snapshot(newer, tools) : Snapshot.of(newer);
    }

    /**
     * Opens an index.
     *
     * @param index the directory of the index
     * @throws io.whorl.RefusedException if there is no index; if the index has a newer format; if the process may not
     *     read it
     * @throws io.whorl.CorruptIndexException if a file is damaged
     */
    public static Snapshot open(Path index) throws IOException {
        return opened(() -> SnapshotParts.ofFiles(index));
    }

    private static Snapshot opened(Channels.FileWork<SnapshotParts> parts) throws IOException {
        try {
            return of(parts.run());
        } catch (IOException e) {
            Channels.check(e);
            throw e;
        }
    }

    /**
     * Opens several indexes as one snapshot, for an index that is larger than the disk of one machine. The answers are
     * those of one index with the documents of all of them: document frequencies and the number of documents are summed
     * over the indexes, and so are the weights of documents.
     *
     * <p>The first query by weighted resemblance reads the tables of all indexes once, side by side, and keeps 20 bytes
     * a document in a scratch file. Pairs, clusters, survivors and changes merge all indexes into a scratch segment, as
     * for any index of several segments, so they need as much disk as the indexes.
     *
     * <p>Opening reads the ids of all indexes once, side by side, unless the ranges of their ids do not overlap. That
     * takes about half a second for each million documents.
     *
     * @param indexes the directories of 1 to 2,048 indexes
     * @param repeatedIds which of several documents with one id is found, in the order of the indexes; the others are
     *     as if they were deleted
     * @param threads the threads that search for one query, including the one that calls, 1 to 1,024. Each needs
     *     counters of about two megabytes, and the memory of {@link QueryOptions#memory}. The answers do not depend on
     *     it
     * @return closes all indexes when it is closed; {@link #refresh} refreshes each of them
     * @throws io.whorl.RefusedException if a directory has no index; if two indexes differ in their scheme or in what
     *     they store, or if an id is repeated and that is refused; if an index has a newer format
     * @throws io.whorl.CorruptIndexException if a file is damaged
     */
    public static Snapshot openAll(List<Path> indexes, RepeatedIds repeatedIds, int threads) throws IOException {
        Objects.requireNonNull(indexes, "indexes");
        Objects.requireNonNull(repeatedIds, "repeatedIds");
        List<Path> all = List.copyOf(indexes);
        Ranges.check("indexes", all.size(), 1, SegmentSet.MOST_SHARDS);
        Ranges.check("threads", threads, 1, 1_024);
        Set<Path> seen = new HashSet<>();
        for (Path index : all) {
            if (!seen.add(index.toAbsolutePath().normalize())) {
                throw new IllegalArgumentException("indexes name " + index + " twice; give each index once");
            }
        }
        IdMerge.Rule rule = (earlier, later, id) -> {
            if (repeatedIds == RepeatedIds.REFUSE) {
                throw new RefusedException(
                        all.get(later),
                        RefusedException.Reason.REPEATED_ID,
                        "it has the id " + new String(id, StandardCharsets.UTF_8) + ", and so has " + all.get(earlier)
                                + "; find the first or the last of them, or delete one");
            }
            return repeatedIds == RepeatedIds.LAST;
        };
        return opened(() -> SnapshotParts.ofAll(all, rule, threads));
    }

    /**
     * Opens the shards of a segment set that no index has adopted, as {@link #openAll} does.
     *
     * @param segmentSet the directory of the set
     * @throws io.whorl.RefusedException also if the directory is not a segment set, or a file of it is missing or
     *     damaged
     */
    public static Snapshot openSet(Path segmentSet, RepeatedIds repeatedIds, int threads) throws IOException {
        Objects.requireNonNull(segmentSet, "segmentSet");
        Objects.requireNonNull(repeatedIds, "repeatedIds");
        SegmentSet set = SegmentSet.read(segmentSet);
        set.requireFiles(segmentSet);
        return openAll(
                set.shards().stream()
                        .map(shard -> segmentSet.resolve(shard.name()))
                        .toList(),
                repeatedIds,
                threads);
    }

    /**
     * For the writer of this module: callers outside cannot name the type of the argument.
     *
     * @param parts the snapshot holds them from now on, and releases each once when it is closed
     * @hidden
     */
    @SuppressWarnings("exports")
    public static Snapshot of(SnapshotParts parts) {
        return new Snapshot(parts, new QueryTools(parts.scheme()));
    }

    public Scheme scheme() {
        checkOpen();
        return scheme;
    }

    /** The number of documents that are neither deleted nor replaced. Takes no time. */
    public long documents() {
        checkOpen();
        return documents;
    }

    /**
     * The numbers of queries so far: calls of {@link #query}, {@link #like} and {@link #overlap}. A {@link #refresh}
     * goes on counting. May be called after {@link #close}.
     */
    public Queries queries() {
        return new Queries(tools.answered.sum(), tools.refused.sum());
    }

    /**
     * The exact statistics of the index. For one segment without deletions they are stored. For several parts, or after
     * deletions, the first call reads all parts, as a merge does, and later calls return the same figures.
     *
     * @throws java.io.UncheckedIOException if the files of the index cannot be read, or scratch files cannot be written
     *     to the directory of {@code java.io.tmpdir}
     */
    public IndexStats stats() {
        return open(whole::stats);
    }

    /**
     * Finds the documents most similar to a text. The text is fingerprinted by the scheme of the index. The first query
     * by weighted resemblance with {@link QueryOptions#exactWeights} reads the whole index, as {@link #stats} does, and
     * keeps 20 bytes a document in a scratch file. No other query reads the whole index.
     *
     * @param utf8 the text in UTF-8; malformed bytes read as U+FFFD
     * @throws io.whorl.SchemeException if the scheme cannot give the measure
     * @throws io.whorl.LimitExceededException if the query needs more memory than {@link QueryOptions#memory}
     * @throws java.io.UncheckedIOException only with exact weights: as {@link #stats}
     */
    public Matches query(byte[] utf8, QueryOptions options) {
        check(options);
        return counted(() -> {
            Fingerprint fingerprint = tools.fingerprinting(f -> f.fingerprint(utf8, options.memory()));
            return open(() -> search(fingerprint, options));
        });
    }

    /** The same as {@link #query(byte[], QueryOptions)} with the UTF-8 bytes of a string. */
    public Matches query(String text, QueryOptions options) {
        return query(text.getBytes(StandardCharsets.UTF_8), options);
    }

    /**
     * The same as {@link #query(byte[], QueryOptions)}, but the minutiae of the query are selected by another strategy
     * than those of the index (COPS EVAL-CHUNKS; HZ table 6).
     */
    public Matches query(byte[] utf8, Selection selection, QueryOptions options) {
        Objects.requireNonNull(selection, "selection");
        check(options);
        Fingerprinter other = Fingerprinter.of(scheme.withSelection(selection));
        if (other.scheme().equals(scheme)) {
            return query(utf8, options);
        }
        return counted(() -> {
            Fingerprint queried = other.fingerprint(utf8, options.memory());
            Fingerprint indexed = tools.fingerprinting(f -> f.fingerprint(utf8, options.memory()));
            return open(() -> search(queried, Optional.of(indexed), options, parts));
        });
    }

    /**
     * Finds the documents most similar to a fingerprint.
     *
     * @throws io.whorl.SchemeException if the schemes of the fingerprint and the index differ in more than the
     *     selection
     */
    public Matches query(Fingerprint fingerprint, QueryOptions options) {
        check(options);
        Scheme made = fingerprint.scheme();
        if (!made.comparableWith(scheme)) {
            throw SchemeException.mismatch(scheme.differences(made));
        }
        if (!made.equals(scheme) && options.measure() == Measure.PERCENT) {
            throw SchemeException.measure("percent needs the text of the query if its selection is not that"
                    + " of the index; query with the text, or by another measure");
        }
        Optional<Fingerprint> indexed = made.equals(scheme) ? Optional.of(fingerprint) : Optional.empty();
        return counted(() -> open(() -> search(fingerprint, indexed, options, parts)));
    }

    /**
     * Finds every pair of documents whose score reaches a threshold, within the memory of the options, however large
     * the index is. The pairs are counted before this method returns, and then read from the result one by one. Several
     * parts, or one with deletions, are first merged into a scratch segment, which takes as much disk as the index.
     *
     * <p>Scratch files are in the directory of {@code java.io.tmpdir} and are unlinked while they are open. A spilled
     * pair takes 24 bytes, and as much again while runs are merged.
     *
     * @return to be closed
     * @throws io.whorl.DiskSpaceException if less than 64 MiB of the disk of the scratch files would stay free
     * @throws java.io.UncheckedIOException if scratch files cannot be written
     */
    public Pairs pairs(SimilarityOptions options) {
        check(options.checked(Purpose.PAIRS).measure());
        return (Pairs) open(() -> whole.similar(options));
    }

    /**
     * Makes clusters of similar documents. All pairs whose score reaches the threshold are found as by {@link #pairs},
     * within the memory of the options, and counted a second time for the least scores within clusters.
     *
     * @return to be closed
     * @throws io.whorl.SchemeException if the scheme cannot give the measure
     * @throws io.whorl.NotStoredException if the oldest document of a cluster is to represent it, and neither the index
     *     nor the options have dates
     * @throws io.whorl.DiskSpaceException as {@link #pairs}
     * @throws java.io.UncheckedIOException as {@link #pairs}
     */
    public Clusters clusters(SimilarityOptions options) {
        check(options.checked(Purpose.CLUSTERS).measure());
        if (options.representative() == SimilarityOptions.Representative.OLDEST) {
            requireDates(options.dates().isPresent(), "the oldest document of a cluster");
        }
        return (Clusters) open(() -> whole.similar(options));
    }

    /**
     * Decides which documents are superfluous because a similar document survives. All pairs whose score reaches the
     * threshold are found as by {@link #pairs}, within the memory of the options.
     *
     * @return to be closed
     * @throws io.whorl.SchemeException if the scheme cannot give the measure
     * @throws IllegalArgumentException if the rule needs keys, and the options have none
     * @throws io.whorl.NotStoredException if the oldest document is to survive, and neither the index nor the options
     *     have dates
     * @throws io.whorl.DiskSpaceException as {@link #pairs}
     * @throws java.io.UncheckedIOException as {@link #pairs}; also if the keys cannot be read
     */
    public Survivors survivors(SimilarityOptions options) {
        check(options.checked(Purpose.SURVIVORS).measure());
        if (options.keep() == SimilarityOptions.Keep.LEAST_KEY && options.keys().isEmpty()) {
            throw new IllegalArgumentException("keep is LEAST_KEY, but the options have no keys; set them");
        }
        if (options.keep() == SimilarityOptions.Keep.OLDEST) {
            requireDates(options.dates().isPresent(), "keeping the oldest document");
        }
        return (Survivors) open(() -> whole.similar(options));
    }

    /**
     * Lists the versions of a document in the order of their dates, and what each kept of the one before it.
     *
     * <p>This takes a query for each version. If the index stores neither texts nor fingerprints, it also reads the
     * tables and lists of all parts once for each link of a chain, or more often if the memory is small.
     *
     * @param id the id of a document
     * @return empty if the index has no document of this id
     * @throws io.whorl.SchemeException if the scheme cannot give the measure
     * @throws io.whorl.LimitExceededException if a version has more minutiae than the memory allows
     */
    public Optional<History> history(String id, SimilarityOptions options) {
        Objects.requireNonNull(id, "id");
        check(options.checked(Purpose.HISTORY).measure());
        if (document(id).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(open(() -> new Versions(stored, options, this::search).of(id)));
    }

    /**
     * Finds what changed between this index and a newer one of the same collection: documents that changed, and for
     * each id that only one of the indexes has, the document of the other that has its content (BGMZ 6). Both tables
     * are read once, side by side; several parts, or one with deletions, are first merged into a scratch segment.
     *
     * @param newer the newer index; stays open and is not needed after this call
     * @return to be closed
     * @throws io.whorl.SchemeException if the indexes have different schemes; if the scheme cannot give the measure
     * @throws io.whorl.DiskSpaceException as {@link #pairs}
     * @throws java.io.UncheckedIOException as {@link #pairs}
     */
    public Changes changes(Snapshot newer, SimilarityOptions options) {
        Objects.requireNonNull(newer, "newer");
        check(options.checked(Purpose.CHANGES).measure());
        if (!scheme.equals(newer.scheme)) {
            throw SchemeException.ofIndexes(scheme.differences(newer.scheme));
        }
        return open(() -> newer.open(() -> whole.changes(newer.whole, options)));
    }

    /** The size and the date of a document; empty if the index has no document of this id. */
    public Optional<IndexedDocument> document(String id) {
        return open(() -> stored.document(id));
    }

    /**
     * The sizes and the dates of several documents.
     *
     * @param ids any number of ids
     * @return the documents by id, in the order of the ids, without ids that the index does not have; unmodifiable
     */
    public Map<String, IndexedDocument> documents(Collection<String> ids) {
        Objects.requireNonNull(ids, "ids");
        return open(() -> stored.documents(ids));
    }

    /** The ids of all documents, as {@link #ids(String)}. */
    public Stream<String> ids() {
        return ids("");
    }

    /**
     * The ids of the documents that begin with a prefix, in ascending order of their UTF-8. They are read while the
     * stream is consumed, some at a time, so there may be more than the memory holds; of a live tier, all references
     * are sorted first. The stream is sequential and needs no closing. It throws {@link IllegalStateException} if the
     * snapshot is closed before its end.
     *
     * @param prefix valid Unicode, such as the path of a folder with a slash at its end; empty for all documents
     * @throws io.whorl.CorruptIndexException if the ids are damaged; the stream throws it, too
     */
    public Stream<String> ids(String prefix) {
        byte[] utf8 = DocumentId.valid("prefix", prefix);
        LiveIds ids = open(() -> new LiveIds(parts, utf8));
        return Stream.iterate(page(ids), page -> !page.isEmpty(), before -> page(ids))
                .flatMap(List::stream);
    }

    /**
     * Finds the documents most similar to a document of the index, without this document. Scores are those of a query
     * with its text. The fingerprint of the document is read from the index, or made from the text that the index
     * stores.
     *
     * @param id the id of a document
     * @throws io.whorl.NotStoredException if the index stores neither fingerprints nor texts
     * @throws io.whorl.RefusedException if the index has no document of this id
     * @throws io.whorl.CorruptIndexException if the stored fingerprint or text is damaged
     * @throws io.whorl.SchemeException as {@link #query(byte[], QueryOptions)}
     * @throws io.whorl.LimitExceededException as {@link #query(byte[], QueryOptions)}
     */
    public Matches like(String id, QueryOptions options) {
        return like(id, false, options);
    }

    /**
     * The same as {@link #like(String, QueryOptions)}.
     *
     * @param withItself whether the document itself may be among the matches
     */
    public Matches like(String id, boolean withItself, QueryOptions options) {
        check(options);
        return counted(() -> open(() -> {
            Fingerprint queried = stored.fingerprint(id, options.memory());
            List<Part> searched =
                    withItself ? parts : parts.stream().map(p -> p.without(id)).toList();
            return search(queried, Optional.of(queried), options, searched);
        }));
    }

    /**
     * Compares two documents of the index by all measures that its scheme can give. Takes some microseconds for each
     * thousand minutiae.
     *
     * @param a the id of the document that takes the place of the query
     * @param b the id of the other document, which may be the same
     * @throws io.whorl.NotStoredException as {@link #like(String, QueryOptions)}
     * @throws io.whorl.RefusedException if the index has no document of one of these ids
     */
    public DocumentComparison compare(String a, String b) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Strategies.checkRegistered(scheme);
        return open(() -> stored.compare(a, b, documents));
    }

    /**
     * Groups the documents of a list, such as the results of a search (BGMZ 6). In the order of the list, each document
     * joins the representative before it with which it scores highest, if this score reaches the threshold; otherwise
     * it becomes a representative itself. So the document that comes first represents its group. With components, each
     * group has the documents that a chain of such scores connects.
     *
     * @param ids ids of different documents, at most 10,000
     * @return the groups in the order of their representatives; each document is in one, perhaps alone. A group has its
     *     members in the order of the list, the representative first, each with its score with the document
     *     {@link Member#to}: by default the representative, in a component the most similar member
     * @throws io.whorl.NotStoredException as {@link #like(String, QueryOptions)}
     * @throws io.whorl.RefusedException if the index has no document of one of these ids
     * @throws io.whorl.SchemeException if the scheme cannot give the measure
     * @throws io.whorl.LimitExceededException if the documents need more memory than {@link SimilarityOptions#memory}
     */
    public List<List<Member>> group(List<String> ids, SimilarityOptions options) {
        Objects.requireNonNull(ids, "ids");
        check(options.checked(Purpose.GROUPS).measure());
        List<String> checked = List.copyOf(ids);
        GroupedDocuments.check(checked);
        return open(() -> new GroupedDocuments(stored, checked, options).group());
    }

    /**
     * Finds how much of a text is in the documents of the index, whichever of them: for contamination of test sets, and
     * for new texts against earlier ones.
     *
     * @param utf8 the text in UTF-8; malformed bytes read as U+FFFD
     * @throws io.whorl.SchemeException if the selection of the index keeps samples that are not compared chunk by chunk
     *     ({@code min-s}, {@code mod-by-size})
     * @throws io.whorl.LimitExceededException if the text needs more memory than {@link OverlapOptions#memory}
     */
    public Overlap overlap(byte[] utf8, OverlapOptions options) {
        check(options.query());
        return counted(() -> open(() -> new OverlapSearch(parts, parts, tools, options).run(utf8)));
    }

    /**
     * The same, where the documents of another index count, too, except one: for texts that are also compared with each
     * other. Both indexes together determine document frequencies.
     *
     * @param others a snapshot of an index of the same scheme
     * @param except the id of the document of {@code others} that does not count, usually the text itself
     * @throws io.whorl.SchemeException if the schemes differ
     */
    public Overlap overlap(byte[] utf8, Snapshot others, String except, OverlapOptions options) {
        check(options.query());
        Objects.requireNonNull(except, "except");
        if (!others.scheme.equals(scheme)) {
            throw SchemeException.mismatch(scheme.differences(others.scheme));
        }
        return counted(() -> open(() -> others.open(() -> {
            List<Part> all = new ArrayList<>(parts);
            all.addAll(others.parts);
            List<Part> searched = new ArrayList<>(parts);
            others.parts.forEach(part -> searched.add(part.without(except)));
            return new OverlapSearch(all, searched, tools, options).run(utf8);
        })));
    }

    /** The same as {@link #overlap(byte[], OverlapOptions)} with the UTF-8 bytes of a string. */
    public Overlap overlap(String text, OverlapOptions options) {
        return overlap(text.getBytes(StandardCharsets.UTF_8), options);
    }

    /** Whether a document of the index may have a date; false if none has. */
    public boolean hasDates() {
        return open(() -> parts.stream().anyMatch(Part::hasDates));
    }

    /** Whether the index stores the fingerprints of its documents. */
    public boolean storesFingerprints() {
        checkOpen();
        return stored.stored().fingerprints();
    }

    /** Whether the index stores the texts of its documents. */
    public boolean storesTexts() {
        checkOpen();
        return stored.stored().texts();
    }

    /**
     * The stored text of a document, byte for byte as it was added. Takes a few microseconds, and heap for the text and
     * its compressed form.
     *
     * @param id the id of a document
     * @return empty if the index has no document of this id
     * @throws io.whorl.NotStoredException if the index stores no texts
     * @throws io.whorl.CorruptIndexException if the text is damaged
     */
    public Optional<byte[]> text(String id) {
        Objects.requireNonNull(id, "id");
        return open(() -> stored.text(id));
    }

    /**
     * Whether a text is that of a document, as far as the index can tell: both have the same number of surviving words
     * and the same fingerprint. Each minutia is looked up, so the answer is exact for everything that the index holds.
     * A text that differs only in what the scheme ignores counts as the same: in case, in punctuation, or in chunks
     * that the selection leaves out.
     *
     * <p>Use it to check that a text from another source has not changed since it was indexed.
     *
     * @param id the id of a document; the result is false if the index has no such document
     * @param utf8 the text in UTF-8; malformed bytes read as U+FFFD
     * @throws io.whorl.LimitExceededException if the text needs more memory than {@link QueryOptions#DEFAULT} allows
     */
    public boolean isTextOf(String id, byte[] utf8) {
        checkOpen();
        Objects.requireNonNull(id, "id");
        long most = QueryOptions.DEFAULT.memory();
        Fingerprint fingerprint = tools.fingerprinting(f -> f.fingerprint(utf8, most));
        return open(() -> tools.searching(
                buffers -> stored.isFingerprintOf(id, fingerprint, buffers.forQuery(most, fingerprint.size(), false))));
    }

    /**
     * Makes a backup: an index of exactly the documents of this snapshot, which can be opened or copied back. Writers
     * may change the index meanwhile. The documents of the live tier are written as a segment. Other segments are hard
     * links if the file system can make them, and copies otherwise; no file that is still written is linked. An earlier
     * backup in the directory is brought up to date: its equal files stay, and those not needed are removed. All
     * checksums of all files are verified, also of files that stay.
     *
     * <p>Until the backup is complete and durable, the directory has the earlier one, whatever happens. If this method
     * throws, it still has that or, if only the last force failed, the new one.
     *
     * @param directory a directory that does not exist, is empty, or has a backup of the same index that no writer has
     *     opened. The index is known by its real path
     * @throws io.whorl.RefusedException if the directory has something else, is in the index, or is in use by a writer
     *     or another backup; if this snapshot is of several indexes
     * @throws io.whorl.CorruptIndexException if a file is damaged, which it names
     * @throws io.whorl.DiskSpaceException if a copy would leave less than 64 MiB of the disk free
     */
    public Backup backup(Path directory) throws IOException {
        return backup(directory, Clusters.Progress.NONE);
    }

    /**
     * Makes a backup, as {@link #backup(Path)}.
     *
     * @param progress receives the bytes of segments that are in place and verified, and the bytes of all
     */
    public Backup backup(Path directory, Clusters.Progress progress) throws IOException {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(progress, "progress");
        return open(() -> SnapshotBackup.make(of, directory, progress));
    }

    /**
     * Returns a snapshot of the current state of the index: this snapshot if nothing has changed, otherwise a new one.
     * This snapshot does not change and stays open.
     */
    public Snapshot refresh() throws IOException {
        return open(() -> {
            Optional<SnapshotParts> newer = of.newer().run();
            return newer.isPresent() ? after(newer.get()) : this;
        });
    }

    /** Releases live tiers and files as soon as running calls have ended. A second call has no effect. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            hold.release();
        }
    }

    /** Answers a query, and counts it. */
    private <T> T counted(Supplier<T> query) {
        QueryPriority.beginQuery();
        try {
            T answer = query.get();
            tools.answered.increment();
            return answer;
        } catch (LimitExceededException e) {
            tools.refused.increment();
            throw e;
        } finally {
            QueryPriority.endQuery();
        }
    }

    /** Searches by a fingerprint of the scheme of the index. */
    private Matches search(Fingerprint fingerprint, QueryOptions options) {
        return search(fingerprint, Optional.of(fingerprint), options, parts);
    }

    private Matches search(
            Fingerprint queried, Optional<Fingerprint> indexed, QueryOptions options, List<Part> searched) {
        QueryFingerprint all = QueryFingerprint.of(queried, indexed, scheme, tools.extras);
        QueryFingerprint query =
                options.sample() < all.minutiae().length ? all.sampled(options.sample(), options.sampleSeed()) : all;
        Optional<DocumentWeights> weights = options.measure() == Measure.WEIGHTED_RESEMBLANCE
                ? whole.weights(options.exactWeights())
                : Optional.empty();
        return new Search(parts, searched, query, options, weights, threads, tools)
                .run()
                .matches();
    }

    private void requireDates(boolean given, String operation) {
        if (!given && documents > 0 && !hasDates()) {
            throw NotStoredException.dates(operation);
        }
    }

    private void check(QueryOptions options) {
        check(options.checked().measure());
        if (options.sample() != QueryOptions.ALL) {
            QueryFingerprint.checkSample(options.measure(), scheme);
        }
    }

    private void check(Measure measure) {
        checkOpen();
        Strategies.checkRegistered(scheme);
        measure.check(scheme);
    }

    private void checkOpen() {
        if (closed.get()) {
            throw closed();
        }
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the snapshot is closed; open a new one, or call refresh before close");
    }

    /** Runs a call while the snapshot is held. If a mapped file was cut, the call throws the typed error. */
    private <T, E extends Exception> T open(MappingFault.Reader<T, E> call) throws E {
        if (closed.get() || !hold.retain()) {
            throw closed();
        }
        try {
            return MappingFault.typed(files, call);
        } catch (Exception e) {
            Channels.check(e);
            throw e;
        } finally {
            hold.release();
            Reference.reachabilityFence(this);
        }
    }

    private List<String> page(LiveIds ids) {
        return open(() -> ids.next(PAGE));
    }
}

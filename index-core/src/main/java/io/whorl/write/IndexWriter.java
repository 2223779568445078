package io.whorl.write;

import io.whorl.LimitExceededException;
import io.whorl.NotStoredException;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.bulk.RefusedDocument;
import io.whorl.bulk.RepeatedIds;
import io.whorl.concurrent.QueryPriority;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.parts.SnapshotParts;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.StoredKinds;
import io.whorl.write.DocumentPreparer.ParallelAdder;
import io.whorl.write.DocumentPreparer.PreparedDocument;
import io.whorl.write.StateManager.IndexState;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Phaser;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Changes an index while queries run. Changes are durable and visible once {@link #commit} has returned, and not
 * before. Any number of threads may call any method. One writer holds an index at a time, across all processes.
 *
 * <p>Small commits go to a write-ahead log. If Chronicle Map works in this process, they also go to a map, and the
 * writer's own snapshots answer several times faster after each commit; {@link WriterOptions#liveMap} controls this.
 * Nothing else depends on that library or on JVM flags. The writer seals the live tier to segments and merges segments
 * in the background. Commits and seals that would make a segment wait while there are as many as the merge factor
 * allows, so the number of segments stays logarithmic. If a merge fails, its segments are excluded and the others are
 * merged; {@link #health} and {@link WriterOptions#onMergeFailure} report it.
 *
 * <p>An error after which the state of the disk is unknown ({@link io.whorl.WriterException}) ends the writer: every
 * later call throws it. Close the writer and open another; committed changes are kept.
 */
public final class IndexWriter implements AutoCloseable {
    private final StateManager states;
    private final WriterOptions options;
    private final ThreadLocal<DocumentPreparer> preparers;
    private final WorkerThread commitThread = new WorkerThread("whorl-commit");
    private final Maintenance maintenance;
    private final CommitQueue commits;
    /** The adoptions, which write files on their callers' threads, and the party that waits for them. */
    private final Phaser adoptions = new Phaser(1);

    private IndexWriter(StateManager states) {
        this.states = states;
        options = states.options;
        Object oneLarge = new Object();
        preparers = ThreadLocal.withInitial(() -> new DocumentPreparer(
                scheme(), stored(), options.memory() / 4 / options.threads(), options.memory() / 2, oneLarge));
        maintenance = new Maintenance(states, commitThread);
        commits = new CommitQueue(states, maintenance);
    }

    /**
     * Opens an index to change it.
     *
     * @throws io.whorl.RefusedException if there is no index; if another writer holds it; if the process may not write
     *     to its directory
     * @throws io.whorl.CorruptIndexException if a file is damaged
     * @throws io.whorl.WriterException if the options require a Chronicle Map and it does not work
     * @throws io.whorl.NotStoredException if the options store texts and the index stores none
     */
    public static IndexWriter open(Path index, WriterOptions options) throws IOException {
        Objects.requireNonNull(index, "index");
        return open(index, Optional.empty(), options);
    }

    /**
     * Creates an index without documents, and opens it.
     *
     * @throws io.whorl.RefusedException if the path exists; if the process may not write there
     * @throws io.whorl.SchemeException if the scheme cannot be used
     * @throws io.whorl.WriterException if the options require a Chronicle Map and it does not work
     */
    public static IndexWriter create(Path index, Scheme scheme, WriterOptions options) throws IOException {
        Objects.requireNonNull(index, "index");
        options.checked();
        Scheme full = Fingerprinter.of(scheme).scheme();
        IndexDirectory directory = IndexDirectory.create(index, false);
        return Channels.orElse(directory, () -> {
            WriterOptions published = Channels.orElse(directory::abandon, () -> {
                WriterOptions decided = StateManager.decided(directory.path(), options);
                StoredKinds stored = new StoredKinds(options.storeText(), options.storeFingerprints());
                directory.publish(full, stored, List.of(), 0);
                return decided;
            });
            return recover(directory, published);
        });
    }

    /**
     * Opens an index to change it, or creates one without documents if there is none. Of several processes that call
     * this at the same time, one creates the index.
     *
     * @param index the directory of an index, an empty directory, or a path that does not exist
     * @param scheme the scheme of a new index, and that of an existing one
     * @throws io.whorl.SchemeException if the index has another scheme; if the scheme cannot be used
     * @throws io.whorl.RefusedException if the path has something else; if another writer holds the index; if the
     *     process may not write there
     * @throws io.whorl.CorruptIndexException as {@link #open}
     * @throws io.whorl.WriterException as {@link #open}
     * @throws io.whorl.NotStoredException as {@link #open}
     */
    public static IndexWriter openOrCreate(Path index, Scheme scheme, WriterOptions options) throws IOException {
        Objects.requireNonNull(index, "index");
        Scheme full = Fingerprinter.of(scheme).scheme();
        if (!IndexFiles.exists(index)) {
            try {
                return create(index, scheme, options);
            } catch (RefusedException e) {
                if (e.reason() != RefusedException.Reason.EXISTS || !IndexFiles.exists(index)) {
                    throw e;
                }
                // Another writer has created it meanwhile.
            }
        }
        return open(index, Optional.of(full), options);
    }

    /**
     * Makes a new index of a segment set, in one step. Verifies and copies as {@link #adopt}. A crash leaves the whole
     * index or none. After {@link #forceMerge}, the segment of the index is byte for byte the one of a bulk build of
     * the same documents; with {@link io.whorl.bulk.RepeatedIds#FIRST}, in the order of the set.
     *
     * @param index a path that does not exist, or an empty directory
     * @param segmentSet the directory of the set
     * @throws io.whorl.RefusedException if the path has something else; as {@link #adopt}
     * @throws io.whorl.DiskSpaceException as {@link #adopt}
     */
    public static AdoptReport createFrom(Path index, Path segmentSet, AdoptOptions options) throws IOException {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(segmentSet, "segmentSet");
        Objects.requireNonNull(options, "options");
        return Adoption.create(index, segmentSet, options);
    }

    public Scheme scheme() {
        return states.scheme;
    }

    /**
     * Adds a document. If there is one with its id, committed or added before, {@link WriterOptions#repeatedIds}
     * decides which one stays; by default the new one. The calling thread fingerprints it.
     *
     * @param id 1 to 65,535 bytes of UTF-8
     * @param utf8 malformed bytes are read as U+FFFD
     * @throws io.whorl.LimitExceededException if fingerprinting the document needs more than half of
     *     {@link WriterOptions#memory}; it is not added, and others can be
     * @throws io.whorl.RefusedException if there is a document with this id and the options refuse that; the new one is
     *     not added, and others can be
     * @return whether it was added: not, if the options keep the first document of an id and there is one
     */
    public boolean add(String id, byte[] utf8) throws IOException {
        return add(new NewDocument(id, utf8));
    }

    /** Adds a document, which may have a date; see {@link #add(String, byte[])}. */
    public boolean add(NewDocument document) throws IOException {
        return add(document, prepare(document));
    }

    /** Adds a document whose text is a string; see {@link #add(String, byte[])}. */
    public boolean add(String id, String text) throws IOException {
        return add(id, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Adds documents as if {@link #add(String, byte[])} were called for each in order, but fingerprints them on the
     * writer's threads. Reads them as there is room, so there may be more than the memory holds.
     *
     * @return how many were added, without those that {@link WriterOptions#repeatedIds} leaves out; if one cannot be
     *     added, those before it are
     */
    public long addAll(Iterable<NewDocument> documents) throws IOException {
        return addAll(
                documents,
                refused -> {
                    throw refused.reason();
                },
                id -> {});
    }

    /**
     * The same, except that documents that cannot be fingerprinted in the given memory are left out.
     *
     * @param refused receives each of them, on any thread, one at a time; an exception that it throws ends the call
     * @param withoutMinutiae is called, on the calling thread, with the id of each document that has no minutiae. It is
     *     added, but can never match
     * @return how many were added
     */
    public long addAll(
            Iterable<NewDocument> documents, Consumer<RefusedDocument> refused, Consumer<String> withoutMinutiae)
            throws IOException {
        Objects.requireNonNull(documents, "documents");
        Objects.requireNonNull(refused, "refused");
        Objects.requireNonNull(withoutMinutiae, "withoutMinutiae");
        Object one = new Object();
        return new ParallelAdder(options.threads(), document -> {
                    try {
                        PreparedDocument prepared = prepare(document);
                        return () -> {
                            if (prepared.document().n() == 0) {
                                withoutMinutiae.accept(document.id());
                            }
                            return add(document, prepared);
                        };
                    } catch (LimitExceededException e) {
                        synchronized (one) {
                            refused.accept(new RefusedDocument(document.id(), e));
                        }
                        return () -> false;
                    }
                })
                .run(documents);
    }

    /**
     * Adds a document, and returns whether it replaces one.
     *
     * @return whether a document with this id was committed or added before; the new one is added in any case
     */
    public boolean update(NewDocument document) throws IOException {
        return update(document, prepare(document), CommitQueue.IfExists.REPLACE);
    }

    /**
     * Adds a document whose fingerprint is known, and returns whether it replaces one. For callers that need the
     * fingerprint themselves.
     *
     * @param document the text must be the one that was fingerprinted, which is not checked; it is only stored
     * @param fingerprint made by the {@link #scheme} of the index
     * @return whether a document with this id was committed or added before; the new one is added in any case
     * @throws io.whorl.SchemeException if another scheme made the fingerprint
     */
    public boolean update(NewDocument document, Fingerprint fingerprint) throws IOException {
        if (!fingerprint.scheme().equals(scheme())) {
            throw SchemeException.ofPair(scheme().differences(fingerprint.scheme()));
        }
        return update(document, prepared(p -> p.known(document, fingerprint)), CommitQueue.IfExists.REPLACE);
    }

    /**
     * Deletes a document.
     *
     * @return whether a document with this id was committed or added before
     */
    public boolean delete(String id) throws IOException {
        return commits.delete(id);
    }

    /**
     * Commits everything that any thread added or deleted before this call: makes it durable, and visible to new
     * snapshots. Threads that commit at the same time share one write and one wait for the disk. An interrupt takes
     * effect after the call.
     *
     * @return the number of the commit, one more than that of the last commit that changed something
     * @throws IOException if the disk fails, for example because it is full. Then nothing is committed; the changes are
     *     kept for the next commit, unless they were so many that they were written directly as a segment (the message
     *     says so): then they must be added again
     * @throws io.whorl.RefusedException if the process may no longer write to the directory; nothing is committed, and
     *     the changes are kept or not as above
     * @throws io.whorl.WriterException if merging fails and there are four times as many segments as allowed; nothing
     *     is committed, and all changes are kept; if {@link #rollback} dropped the changes before they were written
     */
    public long commit() throws IOException {
        return WorkerThread.get(commits.request());
    }

    /**
     * Requests the commit that {@link #commit} waits for, and returns at once. Commits of several requests may be one.
     * Changes that are added before the commit begins may belong to it, too.
     *
     * @return completes with the number of the commit when it is durable and visible, or with the exception that
     *     {@link #commit} would throw. {@link #close} completes it in any case. Its actions run on a thread that is not
     *     the writer's, so they may call the writer. To cancel it does not cancel the commit
     */
    public CompletableFuture<Long> commitAsync() {
        CompletableFuture<Long> result = new CompletableFuture<>();
        try {
            CompletableFuture<Long> done = commits.request();
            // Not on the commit thread, because an action may wait for it.
            var unused = done.whenCompleteAsync((number, failure) -> {
                try {
                    result.complete(WorkerThread.get(done));
                } catch (IOException | RuntimeException | Error e) {
                    result.completeExceptionally(e);
                }
            });
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
        return result;
    }

    /**
     * Drops everything that any thread added or deleted before this call and that is not committed. The writer can
     * still be used. Waits for a commit that is being written: if it succeeds, its changes stay; if it fails, they are
     * dropped. A commit that is not being written yet, because it waits for merges, fails with
     * {@link io.whorl.WriterException}. Documents that another thread is adding are dropped, or added as if after this
     * call.
     *
     * @throws io.whorl.WriterException if the writer has failed before
     * @throws IOException if a scratch file of the dropped changes cannot be closed; they are dropped nevertheless
     */
    public void rollback() throws IOException {
        commits.rollback();
    }

    /**
     * Makes the shards of a segment set segments of this index, in one commit of their own. Uncommitted changes are not
     * affected.
     *
     * <p>The calling thread verifies the lengths and checksums of all files while it copies them. Then the commit
     * thread reads the ids of the index and of the set once, side by side, and leaves out documents until each id has
     * one. Other commits wait for this. Heap is needed for one bit a document that is left out.
     *
     * <p>A crash leaves the index as it was before, or as it is afterwards. Until it is merged, the weights of an
     * adopted segment count its shard alone, so weighted resemblance without {@code QueryOptions.exactWeights} is less
     * exact.
     *
     * @param segmentSet the directory of the set, which is not changed
     * @throws io.whorl.RefusedException if the directory is not a segment set; if a file of it is damaged, which the
     *     message names; if its scheme, what it stores, or the version of Whorl that built it differ; or if an id is
     *     repeated and the options refuse that. The index is unchanged; if a file of the set has a newer format
     * @throws io.whorl.DiskSpaceException if the disk would be full
     * @throws io.whorl.WriterException as {@link #commit}
     */
    public AdoptReport adopt(Path segmentSet, AdoptOptions options) throws IOException {
        Objects.requireNonNull(segmentSet, "segmentSet");
        Objects.requireNonNull(options, "options");
        adoptions.register();
        try {
            commits.checkUsable();
            Adoption adoption = Adoption.copy(states.directory, scheme(), segmentSet, options, commits::checkUsable);
            try {
                return maintenance.sealed(true, () -> {
                    AdoptReport report = adoption.commit(states);
                    maintenance.madeSegment();
                    return report;
                });
            } catch (IOException | RuntimeException e) {
                adoption.discard(e);
                throw e;
            }
        } finally {
            adoptions.arriveAndDeregister();
        }
    }

    /**
     * A snapshot of the index as of the last commit.
     *
     * <p>A writer without a Chronicle Map reads its log from the start for this. {@link Snapshot#refresh} of the
     * previous snapshot continues reading, so it is faster.
     *
     * @throws java.io.UncheckedIOException if the writer has no Chronicle Map and its files cannot be read
     */
    public Snapshot snapshot() {
        commits.checkUsable();
        return options.liveMap() == LiveMap.NONE
                ? Channels.unchecked(() -> Snapshot.open(path()))
                : Snapshot.of(current());
    }

    /**
     * Seals the documents of the live tier, and waits for it. Uncommitted documents are not affected.
     *
     * @throws io.whorl.WriterException as {@link #commit}
     */
    public void seal() throws IOException {
        commits.checkUsable();
        maintenance.sealed(false, () -> null);
    }

    /**
     * Waits until the current segments are merged as far as the options require, but not for segments that other
     * threads seal meanwhile. For a process that writes occasionally and exits, because {@link #close} cancels running
     * merges. Excluded segments are tried again.
     *
     * @throws IOException the first failure, after the other segments are merged
     * @throws io.whorl.CorruptIndexException if the failure is a damaged segment, even if an earlier background merge
     *     found it and no merge that includes it is due now
     */
    public void awaitMerges() throws IOException {
        commits.checkUsable();
        maintenance.await();
    }

    /**
     * Seals the live tier, then merges all segments into one without deleted documents, and waits for this merge. Other
     * threads can continue; segments that they seal meanwhile are not part of it.
     *
     * @throws IOException if the merge fails; the segments stay as they are
     * @throws io.whorl.CorruptIndexException if a segment is damaged
     */
    public void forceMerge() throws IOException {
        seal();
        maintenance.mergeAll();
    }

    /** The current state of the background work. May be called at any time, even after {@link #close} or a failure. */
    public WriterHealth health() {
        return maintenance.health();
    }

    /**
     * Closes the writer. Uncommitted changes are dropped; commits that wait for merges are executed. Snapshots stay
     * usable. The next writer starts unfinished merges again. An adoption that copies files ends after the current
     * shard with an {@link IllegalStateException}, and leaves no file; this method waits for it.
     */
    @Override
    public void close() throws IOException {
        if (!commits.stop()) {
            return;
        }
        // The index is unlocked last: the next writer may use the names of files that an adoption still writes or
        // deletes.
        try (IndexDirectory held = states.directory;
                Closeable adopting = adoptions::arriveAndAwaitAdvance) {
            maintenance.close();
            commitThread.run(states::close);
        } finally {
            commitThread.shutdown();
            commits.drop();
        }
    }

    private static IndexWriter open(Path index, Optional<Scheme> required, WriterOptions options) throws IOException {
        options.checked();
        IndexDirectory directory = IndexDirectory.open(index);
        return Channels.orElse(directory, () -> {
            Scheme scheme = directory.manifest().orElseThrow().scheme();
            if (required.isPresent() && !required.get().equals(scheme)) {
                throw SchemeException.ofIndex(index, scheme.differences(required.get()));
            }
            if (options.storeText() && !directory.stored().texts()) {
                throw NotStoredException.text(index);
            }
            if (options.storeFingerprints() && !directory.stored().fingerprints()) {
                throw NotStoredException.fingerprint(index);
            }
            return recover(directory, StateManager.decided(directory.path(), options));
        });
    }

    private static IndexWriter recover(IndexDirectory directory, WriterOptions options) throws IOException {
        return Channels.permitted(() -> {
            // Fail before any file is changed if the scheme cannot be used, for example because its plug-in is missing.
            Fingerprinter.of(directory.manifest().orElseThrow().scheme());
            IndexWriter writer = new IndexWriter(StateManager.open(directory, options));
            writer.maintenance.madeSegment();
            return writer;
        });
    }

    private boolean add(NewDocument document, PreparedDocument prepared) throws IOException {
        RepeatedIds rule = options.repeatedIds();
        if (rule == RepeatedIds.LAST) {
            update(document, prepared, CommitQueue.IfExists.REPLACE_UNSEEN);
            return true;
        }
        boolean exists = update(document, prepared, CommitQueue.IfExists.KEEP);
        if (exists && rule == RepeatedIds.REFUSE) {
            states.activity.refusedDocuments.increment();
            throw RefusedException.repeatedId(document.id());
        }
        return !exists;
    }

    private PreparedDocument prepare(NewDocument document) {
        return prepared(p -> commits.isDirect() ? p.selected(document) : p.distinct(document));
    }

    private PreparedDocument prepared(Function<DocumentPreparer, PreparedDocument> preparing) {
        try (QueryPriority.Work turn = states.priority.begin()) {
            QueryPriority.step();
            return preparing.apply(preparers.get());
        } catch (LimitExceededException e) {
            states.activity.refusedDocuments.increment();
            throw e;
        }
    }

    private boolean update(NewDocument document, PreparedDocument prepared, CommitQueue.IfExists then)
            throws IOException {
        Optional<Boolean> exists = commits.add(document.id(), prepared, then);
        if (exists.isEmpty()) {
            // A commit came in between. Fingerprint again, without blocking other threads.
            exists = commits.add(document.id(), prepared(p -> p.distinct(document)), then);
        }
        return exists.orElseThrow();
    }

    /** Whether the writer can still make snapshots. */
    boolean isOpen() {
        return commits.isUsable();
    }

    private StoredKinds stored() {
        return states.directory.stored();
    }

    private Path path() {
        return states.directory.path();
    }

    private SnapshotParts current() {
        return states.reading(state -> {
            List<Part> parts = state.parts().stream()
                    .filter(part -> part instanceof SealedPart || !part.isEmpty())
                    .toList();
            parts.forEach(Part::take);
            return new SnapshotParts(
                    scheme(),
                    stored(),
                    parts,
                    List.of(path()),
                    state.sealed().size(),
                    OptionalLong.of(state.sequence()),
                    1,
                    () -> newer(state));
        });
    }

    /** Reads the writer while it is open, and then the files. */
    private Optional<SnapshotParts> newer(IndexState state) throws IOException {
        if (isOpen()) {
            try {
                if (states.state() == state) {
                    return Optional.empty();
                }
                Consumer<Long> ended = WriterActivity.refresh();
                SnapshotParts next = current();
                ended.accept(next.documents());
                return Optional.of(next);
            } catch (IllegalStateException e) {
                if (isOpen()) {
                    throw e;
                }
                // The writer was closed meanwhile, so the files have the current state.
            }
        }
        return Optional.of(SnapshotParts.ofFiles(path()));
    }
}

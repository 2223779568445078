package io.whorl.write;

import io.whorl.LogFailedException;
import io.whorl.bulk.RefusedDocument;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentId;
import io.whorl.store.IndexDirectory;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What callers' threads do: fingerprint, note what is added, and wait. The commit thread takes what was noted, and
 * {@link Maintenance} seals and merges beside it.
 */
final class DefaultIndexWriter implements IndexWriter {
    private final IndexDirectory directory;
    private final Scheme scheme;
    private final WriterOptions options;
    private final ThreadLocal<DocumentPreparer> preparers;
    private final StateManager ledger;
    private final WorkerThread thread = new WorkerThread("whorl-commit");
    private final Maintenance upkeep;
    private final WorkerThread spools = new WorkerThread("whorl-spool");
    private final Object lock = new Object();
    /** Guarded by the lock; read without it as a hint. */
    private volatile PendingChanges pending;
    /** What the commit thread has taken and not yet committed; guarded by the lock. */
    private Optional<PendingChanges> taken = Optional.empty();

    private boolean closed;
    private volatile LogFailedException failure;

    private DefaultIndexWriter(
            IndexDirectory directory, WriterOptions options, StateManager ledger, UnaryOperator<SegmentMerger> merger) {
        this.directory = directory;
        this.options = options;
        this.ledger = ledger;
        scheme = directory.manifest().orElseThrow().scheme();
        Object oneLarge = new Object();
        preparers = ThreadLocal.withInitial(() ->
                new DocumentPreparer(scheme, options.memory() / 4 / options.threads(), options.memory() / 2, oneLarge));
        pending = new PendingChanges(scheme, options, directory.path(), spools);
        upkeep = new Maintenance(
                directory,
                scheme,
                options,
                ledger,
                thread,
                merger.apply(this::merge),
                this::failed,
                this::checkFailure);
    }

    static DefaultIndexWriter open(Path index, WriterOptions options) throws IOException {
        return open(index, options, UnaryOperator.identity());
    }

    private UnpublishedSegment merge(List<SealedSegment> inputs, long memory, BooleanSupplier cancelled)
            throws IOException {
        try (HeldSegments all = ledger.held()) {
            return BackgroundMerge.merge(
                    directory, options.merges().reserve(), inputs, all.segments(), memory, cancelled);
        }
    }

    /** With another way to merge, for tests. */
    static DefaultIndexWriter open(Path index, WriterOptions options, UnaryOperator<SegmentMerger> merger)
            throws IOException {
        LiveMapChoice.checkRequired(options);
        IndexDirectory directory = IndexDirectory.open(index);
        try {
            return over(directory, LiveMapChoice.decide(directory.path(), options), merger);
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    static DefaultIndexWriter create(Path index, Scheme scheme, WriterOptions options) throws IOException {
        LiveMapChoice.checkRequired(options);
        Scheme full = Fingerprinter.of(scheme).scheme();
        IndexDirectory directory = IndexDirectory.create(index, false);
        WriterOptions decided;
        try {
            decided = LiveMapChoice.decide(directory.path(), options);
            directory.publish(full, List.of(), 0, 0);
        } catch (IOException | RuntimeException e) {
            try (directory) {
                directory.abandon();
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
        try {
            return over(directory, decided, UnaryOperator.identity());
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private static DefaultIndexWriter over(
            IndexDirectory directory, WriterOptions options, UnaryOperator<SegmentMerger> merger) throws IOException {
        // Before anything is changed: a scheme whose plug-in is missing cannot be carried out.
        Fingerprinter.of(directory.manifest().orElseThrow().scheme());
        DefaultIndexWriter writer =
                new DefaultIndexWriter(directory, options, Recovery.open(directory, options), merger);
        writer.upkeep.sealed();
        return writer;
    }

    @Override
    public Scheme scheme() {
        return scheme;
    }

    @Override
    public void add(String id, byte[] utf8) throws IOException {
        update(id, utf8, false);
    }

    @Override
    public long addAll(Iterable<NewDocument> documents) throws IOException {
        return new ParallelAdder(options.threads(), this::prepare, (document, p) -> update(document, p, false))
                .run(documents);
    }

    @Override
    public long addAll(Iterable<NewDocument> documents, Consumer<RefusedDocument> refused) throws IOException {
        RefusalFilter refusing = new RefusalFilter(refused);
        ParallelAdder.Sink added = (document, p) -> update(document, p, false);
        long taken = new ParallelAdder(
                        options.threads(),
                        document -> refusing.prepare(document, this::prepare),
                        (document, p) -> refusing.add(document, p, added))
                .run(documents);
        return taken - refusing.count();
    }

    @Override
    public boolean update(String id, byte[] utf8) throws IOException {
        return update(id, utf8, true);
    }

    private boolean update(String id, byte[] utf8, boolean look) throws IOException {
        NewDocument document = new NewDocument(id, utf8);
        return update(document, prepare(document), look);
    }

    private PreparedDocument prepare(NewDocument document) {
        DocumentPreparer preparer = preparers.get();
        return pending.isStraight() ? preparer.selected(document) : preparer.distinct(document);
    }

    /** @return whether there was one of its id, if it is to be looked for */
    private boolean update(NewDocument document, PreparedDocument prepared, boolean look) throws IOException {
        PreparedDocument p = prepared;
        while (true) {
            synchronized (lock) {
                checkOpen();
                if (p.distinct() || pending.isStraight()) {
                    boolean held = look && holds(document.id(), p.id());
                    pending.add(document.id(), p);
                    return held;
                }
            }
            // A commit came between. Not under the lock, for others.
            p = preparers.get().distinct(document);
        }
    }

    @Override
    public boolean delete(String id) throws IOException {
        byte[] idBytes = DocumentId.utf8(id);
        synchronized (lock) {
            checkOpen();
            boolean held = holds(id, idBytes);
            pending.delete(id, idBytes);
            return held;
        }
    }

    private boolean holds(String id, byte[] idBytes) {
        return pending.holds(id)
                .or(() -> taken.flatMap(t -> t.holds(id)))
                .orElseGet(() -> ledger.reading(state -> LivingDocuments.holds(state, idBytes)));
    }

    @Override
    public long commit() throws IOException {
        CompletableFuture<Long> done;
        synchronized (lock) {
            checkOpen();
            done = pending.done();
            if (!pending.asked) {
                pending.asked = true;
                thread.submit(() -> {
                    upkeep.admit(new CommitStep());
                    return null;
                });
            }
        }
        return Futures.get(done);
    }

    /** Commits the pending documents, for all callers that wait for it. */
    private final class CommitStep implements AdmissionQueue.Step {
        @Override
        public boolean run(boolean room) {
            PendingChanges commit;
            synchronized (lock) {
                commit = pending;
                if (!room && !commit.isEmpty() && (commit.isStraight() || !ledger.fits(commit))) {
                    // Documents that are added while it waits go with it.
                    return false;
                }
                taken = Optional.of(commit);
                pending = new PendingChanges(scheme, options, directory.path(), spools);
            }
            commit(commit);
            return true;
        }

        @Override
        public void refuse(RuntimeException reason) {
            CompletableFuture<Long> asked;
            synchronized (lock) {
                asked = pending.postpone();
            }
            asked.completeExceptionally(reason);
        }
    }

    private void commit(PendingChanges commit) {
        try (commit) {
            long sequence = commit.isEmpty() ? ledger.state().sequence() : write(commit);
            synchronized (lock) {
                taken = Optional.empty();
            }
            commit.done().complete(sequence);
        } catch (Throwable e) {
            commit.done().completeExceptionally(keep(commit, e));
        }
    }

    private long write(PendingChanges commit) throws IOException {
        checkFailure();
        CommitEvent event = new CommitEvent();
        event.begin();
        event.operations = commit.ids().size();
        commit.settle();
        event.straight = commit.assembler().isPresent();
        if (event.straight) {
            upkeep.finishSealing();
            event.postings = commit.assembler().get().postings();
            event.sequence = ledger.commitStraight(commit);
            upkeep.sealed();
        } else {
            if (!ledger.fits(commit)) {
                upkeep.rotate();
            }
            event.postings = commit.buffer().postings();
            event.bytes = commit.buffer().bytes();
            event.sequence = ledger.commit(commit);
        }
        event.commit();
        return event.sequence;
    }

    /** What could not be committed goes with the next commit, if it was little. */
    private Throwable keep(PendingChanges commit, Throwable reason) {
        Throwable told = failed(reason);
        synchronized (lock) {
            taken = Optional.empty();
            if (commit.assembler().isPresent()) {
                return lost(commit, told);
            }
            try {
                pending.putBack(commit);
                return told;
            } catch (IOException | RuntimeException e) {
                told.addSuppressed(e);
                return lost(commit, told);
            }
        }
    }

    private static Throwable lost(PendingChanges commit, Throwable told) {
        return told instanceof IOException
                ? new IOException(
                        "the commit, of " + commit.added()
                                + " documents, was not written, and they must be added again: " + told.getMessage(),
                        told)
                : told;
    }

    /** Ends the writer where it is not known what is on disk. */
    private Throwable failed(Throwable reason) {
        if (reason instanceof LogFailedException e) {
            failure = e;
        } else if (failure == null && directory.inDoubt()) {
            failure = new LogFailedException(directory.path(), reason);
        }
        return failure == null ? reason : failure;
    }

    private void checkFailure() {
        LogFailedException e = failure;
        if (e != null) {
            throw new LogFailedException(e.log(), e);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the writer is closed; open another");
        }
        checkFailure();
    }

    @Override
    public Snapshot snapshot() {
        synchronized (lock) {
            checkOpen();
        }
        if (options.liveMap() != LiveMap.NONE) {
            return WriterSnapshotSource.of(this);
        }
        try {
            return Snapshot.open(directory.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether snapshots can still be had. */
    boolean isOpen() {
        synchronized (lock) {
            return !closed && failure == null;
        }
    }

    StateManager ledger() {
        return ledger;
    }

    Path path() {
        return directory.path();
    }

    @Override
    public void seal() throws IOException {
        synchronized (lock) {
            checkOpen();
        }
        upkeep.seal();
    }

    @Override
    public void awaitMerges() throws IOException {
        synchronized (lock) {
            checkOpen();
        }
        upkeep.await();
    }

    @Override
    public void forceMerge() throws IOException {
        seal();
        upkeep.mergeAll();
    }

    @Override
    public WriterHealth health() {
        return upkeep.health();
    }

    @Override
    public void close() throws IOException {
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try (IndexDirectory held = directory) {
            upkeep.close();
            thread.call(() -> {
                ledger.close();
                return null;
            });
        } finally {
            thread.shutdown();
            spools.shutdown();
            synchronized (lock) {
                pending.close();
                pending.done()
                        .completeExceptionally(
                                new IllegalStateException("the writer was closed before the" + " commit"));
            }
        }
    }
}

package io.whorl.write;

import io.whorl.WriterException;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.live.LiveTiers;
import io.whorl.log.LogFiles;
import io.whorl.log.LogWriter;
import io.whorl.parts.LiveTierFeed;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentId;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.SegmentFile;
import io.whorl.write.IndexState.HeldSegments;
import io.whorl.write.IndexState.TierState;
import io.whorl.write.WorkerThread.Futures;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Takes the index from one state to the next: writes the log, the live tiers and MANIFEST. Only the commit thread calls
 * it, except for {@link #state} and {@link #reading}, so only the change of the state is locked.
 */
final class StateManager implements Closeable {
    /**
     * A commit of this share of the live tier goes into it while the disk is forced: 8,192 postings by default. For a
     * smaller one, handing the work to another thread takes longer than it saves.
     */
    private static final int OVERLAPPED = 128;

    private final IndexDirectory directory;
    private final Scheme scheme;
    private final WriterOptions options;
    private final LiveTiers tiers;
    private final WorkerThread forces = new WorkerThread("whorl-force");
    private volatile IndexState state;
    private LogWriter log;
    private boolean closed;

    /** @param tiers makes the next tiers; closed with this */
    StateManager(
            IndexDirectory directory,
            Scheme scheme,
            WriterOptions options,
            LiveTiers tiers,
            IndexState state,
            LogWriter log) {
        this.directory = directory;
        this.scheme = scheme;
        this.options = options;
        this.tiers = tiers;
        this.state = state;
        this.log = log;
    }

    IndexState state() {
        return state;
    }

    /**
     * Reads the current state while none of it can be released.
     *
     * @throws IllegalStateException after {@link #close}
     */
    synchronized <T> T reading(Function<IndexState, T> reader) {
        if (closed) {
            throw new IllegalStateException("the writer is closed; open another");
        }
        return reader.apply(state);
    }

    /**
     * The segments of the current state.
     *
     * @throws IllegalStateException after {@link #close}
     */
    HeldSegments held() {
        return reading(HeldSegments::new);
    }

    private void become(IndexState next) {
        IndexState before = state;
        synchronized (this) {
            state = next;
        }
        // Snapshots of the previous state hold the files themselves.
        before.without(next).forEach(SealedSegment::release);
    }

    /** Whether the live tier and its log have room for a commit. Deletions alone never fill the tier. */
    boolean fits(PendingChanges commit) {
        return state.active().live().fits(commit.added(), commit.buffer().postings(), commit.held())
                && log.length() + commit.buffer().bytes() <= options.mostLogged();
    }

    /** Whether the active tier's log contains commits. */
    boolean isActive() {
        return state.sequence() > state.active().first();
    }

    /**
     * Commits changes to the log.
     *
     * @throws WriterException if it is not known whether they were written
     * @throws io.whorl.CorruptIndexException if a segment is too damaged to look up an id; then nothing was written
     */
    long commit(PendingChanges commit) throws IOException {
        long sequence = state.sequence() + 1;
        StateChange change = new StateChange(state);
        // Before writing, because a damaged segment makes it fail.
        kill(commit, change);
        log.write(commit.buffer(), sequence);
        // The commit is in the file. A later error must not look like a failed commit.
        try {
            if (commit.buffer().postings() < options.livePostings() / OVERLAPPED) {
                log.force();
                feed(commit, change);
            } else {
                feedWhileForcing(commit, change);
            }
            become(change.done(state.active().live().documents(), sequence));
            if (state.active().live().isHalfFull()) {
                tiers.prepare();
            }
        } catch (WriterException e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            throw WriterException.log(directory.path(), e);
        }
        return sequence;
    }

    /**
     * Adds a commit to the live tier while another thread waits for the disk. No state contains the documents before
     * they are durable. If the disk fails, no later state contains them either, because the writer has then failed.
     */
    private void feedWhileForcing(PendingChanges commit, StateChange change) throws IOException {
        Future<Void> forced = forces.submit(() -> {
            log.force();
            return null;
        });
        try {
            feed(commit, change);
        } finally {
            Futures.get(forced);
        }
    }

    private void feed(PendingChanges commit, StateChange change) throws IOException {
        LiveTierFeed feed = new LiveTierFeed(
                change::killAdded, state.active().live(), state.sampled(), scheme, directory.stored(), false);
        commit.buffer().read(feed);
        feed.finish();
    }

    /** Marks the earlier documents with the ids of a commit as dead. */
    private static void kill(PendingChanges commit, StateChange change) {
        commit.ids().forEach(id -> change.kill(DocumentId.utf8(id)));
    }

    /** Commits changes directly as a segment. The live tier is sealed together with it. */
    long commitDirect(PendingChanges commit) throws IOException {
        long sequence = state.sequence() + 1;
        UnpublishedSegment direct = UnpublishedSegment.by(
                directory,
                file -> commit.assembler().orElseThrow().write(file, IndexState.frequencies(state.sealed())));
        UnpublishedSegment tier = new UnpublishedSegment(direct.file(), Optional.empty());
        try {
            if (isActive()) {
                tier = TierSeal.seal(directory, scheme, options, log.number(), state.sealed());
            }
            StateChange change = new StateChange(state);
            kill(commit, change);
            IndexState killed = change.done(state.active().documents(), sequence);
            List<SealedSegment> segments = new ArrayList<>(killed.sealed());
            TierSeal.sealed(tier, killed.active()).ifPresent(segments::add);
            direct.sealed().ifPresent(segments::add);
            replaceTiers(segments, sequence);
        } catch (IOException | RuntimeException e) {
            direct.discard(directory, e);
            tier.discard(directory, e);
            throw e;
        }
        return sequence;
    }

    /**
     * Commits these segments in place of the current ones. The live tier must be sealed.
     *
     * @param segments the caller releases those that the state does not contain then
     */
    long commitSegments(List<SealedSegment> segments) throws IOException {
        long sequence = state.sequence() + 1;
        replaceTiers(segments, sequence);
        return sequence;
    }

    /** Moves to the state that has only these segments, an empty tier and a new log. */
    private void replaceTiers(List<SealedSegment> segments, long sequence) throws IOException {
        IndexState before = state;
        boolean empty = before.tiers().size() == 1 && before.active().live().documents() == 0;
        long number = log.number() + 1;
        // The log must be new, because it begins after this commit; an empty tier can be kept.
        TierState tier = empty
                ? new TierState(before.active().live(), 0, before.active().dead(), number, sequence)
                : tier(number, sequence);
        LogWriter next = newLog(tier);
        try {
            become(new IndexState(publish(segments, sequence, number), List.of(tier), sequence));
        } catch (IOException | RuntimeException e) {
            drop(tier, next, directory.inDoubt(), e);
            throw e;
        }
        LogWriter replaced = log;
        log = next;
        before.tiers().forEach(this::close);
        replaced.abandon();
    }

    /** Releases a new tier and log after a failure. */
    private void drop(TierState tier, LogWriter next, boolean mayBeNamed, Exception failure) {
        close(tier);
        try {
            if (mayBeNamed) {
                // The next writer may look for it.
                next.close();
            } else {
                next.abandon();
            }
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Closes the live tier, unless the current state contains it. */
    private void close(TierState tier) {
        if (state.tiers().stream().noneMatch(t -> t.live() == tier.live())) {
            tier.live().close();
        }
    }

    /**
     * Starts a new tier, so that the current one can be sealed.
     *
     * @return the log of the full tier, which has ended; to be closed, on any thread
     */
    LogWriter rotate() throws IOException {
        TierState tier = tier(log.number() + 1, state.sequence());
        LogWriter next = newLog(tier);
        try {
            log.end(state.sequence());
        } catch (IOException | RuntimeException e) {
            // If the log may have ended, its successor must exist.
            drop(tier, next, e instanceof WriterException, e);
            throw e;
        }
        LogWriter ended = log;
        log = next;
        become(state.opened(tier));
        return ended;
    }

    /** Publishes the segment made from the oldest tier. */
    void sealed(UnpublishedSegment built) throws IOException {
        TierState oldest = state.tiers().get(0);
        TierState next = state.tiers().get(1);
        List<SealedSegment> segments = new ArrayList<>(state.sealed());
        TierSeal.sealed(built, oldest).ifPresent(segments::add);
        List<SealedSegment> named = publish(segments, next.first(), next.log());
        become(new IndexState(named, state.tiers().subList(1, state.tiers().size()), state.sequence()));
        oldest.live().close();
    }

    /** Publishes a merged segment in place of its inputs. */
    void merged(List<SealedSegment> inputs, UnpublishedSegment built) throws IOException {
        Manifest now = directory.manifest().orElseThrow();
        List<SealedSegment> segments = BackgroundMerge.replaced(state.sealed(), inputs, built);
        become(state.sealed(publish(segments, now.sequence(), now.log())));
    }

    private List<SealedSegment> publish(List<SealedSegment> segments, long sequence, long firstLog) throws IOException {
        List<SealedSegment> named = new ArrayList<>();
        for (SealedSegment s : segments) {
            named.add(s.file(directory.writeDeadDocuments(s.file(), s.dead())));
        }
        List<SegmentFile> files = named.stream().map(SealedSegment::file).toList();
        directory.publishChange(files, sequence, firstLog, Math.max(sequence, state.sequence()));
        return named;
    }

    private TierState tier(long number, long first) throws IOException {
        return tier(tiers, options, number, first);
    }

    /** Creates an empty tier for the documents of the log with this number. */
    static TierState tier(LiveTiers tiers, WriterOptions options, long number, long first) throws IOException {
        return new TierState(tiers.next(), 0, DeadDocuments.none(options.liveDocuments()), number, first);
    }

    /** Makes the tiers of a writer. */
    static LiveTiers tiers(IndexDirectory directory, Scheme scheme, WriterOptions options) {
        Path file = IndexFiles.live(directory.path()).resolve("map-000000.chm");
        return options.liveMap() == LiveMap.NONE
                ? LiveTiers.ofRecords(options.limits(), scheme.frequencies())
                : LiveTiers.mapped(file, options.limits(), scheme.frequencies());
    }

    private LogWriter newLog(TierState tier) throws IOException {
        Path live = IndexFiles.live(directory.path());
        try {
            // A failed attempt may have left a file; nothing was committed to it.
            Files.deleteIfExists(LogFiles.path(live, tier.log()));
            return LogWriter.create(live, tier.log(), scheme, tier.first());
        } catch (IOException | RuntimeException e) {
            close(tier);
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
            state.tiers().forEach(t -> t.live().close());
        }
        state.sealed().forEach(SealedSegment::release);
        forces.shutdown();
        tiers.close();
        log.close();
    }

    /**
     * The documents that one commit deletes or replaces, on the way from one state to the next. Used once, by the
     * commit thread.
     */
    static final class StateChange {
        private final IndexState from;
        private final List<LongArrayList> inSealed = new ArrayList<>();
        private final List<LongArrayList> inTiers = new ArrayList<>();

        StateChange(IndexState from) {
            this.from = from;
            from.sealed().forEach(s -> inSealed.add(new LongArrayList()));
            from.tiers().forEach(t -> inTiers.add(new LongArrayList()));
        }

        /** Marks the document with this id as dead, if there is one. */
        void kill(byte[] id) {
            for (int i = from.tiers().size() - 1; i >= 0; i--) {
                // The newest document with the id, possibly of this commit: when it was added, every other one died.
                int document = from.tiers().get(i).live().find(id);
                if (document >= 0) {
                    inTiers.get(i).addLong(document);
                    return;
                }
            }
            LivingDocuments.find(
                    from.sealed(), id, (i, ordinal) -> inSealed.get(i).addLong(ordinal));
        }

        /** Marks the document with this id that the commit itself added as dead. Reads no segment. */
        void killAdded(byte[] id) {
            TierState active = from.active();
            int document = active.live().find(id);
            if (document >= active.documents()) {
                inTiers.get(inTiers.size() - 1).addLong(document);
            }
        }

        /**
         * The next state.
         *
         * @param documents the number of documents in the active tier
         */
        IndexState done(int documents, long sequence) {
            List<SealedSegment> sealed = new ArrayList<>();
            for (int i = 0; i < inSealed.size(); i++) {
                SealedSegment s = from.sealed().get(i);
                sealed.add(s.dead(s.dead()
                        .with(inSealed.get(i).toLongArray(), inSealed.get(i).size())));
            }
            List<TierState> tiers = new ArrayList<>();
            for (int i = 0; i < inTiers.size(); i++) {
                TierState t = from.tiers().get(i);
                tiers.add(t.with(
                        i == inTiers.size() - 1 ? documents : t.documents(),
                        t.dead()
                                .with(
                                        inTiers.get(i).toLongArray(),
                                        inTiers.get(i).size())));
            }
            return new IndexState(sealed, tiers, sequence);
        }
    }

    /** Finds the living document with an id among segments. */
    static final class LivingDocuments {
        private LivingDocuments() {}

        /** Receives the position of a living document. */
        interface Sink {
            void found(int segment, long ordinal);
        }

        /** Finds the living document with this id; there is at most one. Returns whether there is one. */
        static boolean find(List<SealedSegment> segments, byte[] id, Sink sink) {
            // The newest segment first, because documents that change often changed recently.
            for (int i = segments.size() - 1; i >= 0; i--) {
                SealedSegment s = segments.get(i);
                long ordinal = s.dead().living(s.segment(), id);
                if (ordinal >= 0) {
                    sink.found(i, ordinal);
                    return true;
                }
            }
            return false;
        }

        /** Whether a state contains a living document with this id. */
        static boolean contains(IndexState state, byte[] id) {
            for (int i = state.tiers().size() - 1; i >= 0; i--) {
                TierState tier = state.tiers().get(i);
                int document = tier.live().find(id, tier.documents());
                if (document >= 0) {
                    return !tier.dead().contains(document);
                }
            }
            return find(state.sealed(), id, (i, ordinal) -> {});
        }
    }
}

package io.whorl.write;

import io.whorl.CorruptIndexException;
import io.whorl.WriterException;
import io.whorl.build.SegmentAssembler;
import io.whorl.concurrent.QueryPriority;
import io.whorl.live.LiveTier;
import io.whorl.live.LiveTiers;
import io.whorl.live.LiveView;
import io.whorl.live.Log;
import io.whorl.live.Log.LogPosition;
import io.whorl.live.Log.LogWriter;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentId;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Part;
import io.whorl.store.Part.PartDeaths;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import io.whorl.write.CommitQueue.PendingChanges;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Takes the index from one state to the next: writes the log, the live tiers and MANIFEST.
 *
 * <pre>
 * commit   log forced, live tier ──────────────────► next state
 * rotate   next log, END of the log before ────────► next state, with a new tier
 * sealed   segment of the oldest log ─► MANIFEST ──► next state, without its tier
 * merged   segment of segments ───────► MANIFEST ──► next state, without these
 * </pre>
 *
 * <ol>
 *   <li>Only the commit thread changes anything. Other threads make files, and need the lock only to hold what the
 *       current state contains.
 *   <li>No state has a commit that is not durable.
 *   <li>If it is not known what the disk has, the writer has failed: it commits nothing more.
 *   <li>A log exists before MANIFEST names it, and before the log before it ends.
 * </ol>
 *
 * <p>The first state is that of the last commit on disk: the last log is replayed into a live tier, and continued. A
 * log that has ended or exceeds the tier is sealed. Work that an earlier writer left unfinished is done again.
 */
final class StateManager implements Closeable {
    /**
     * A commit of this share of the live tier goes into it while the disk is forced: 8,192 postings by default. For a
     * smaller one, handing the work to another thread takes longer than it saves.
     */
    private static final int OVERLAPPED = 128;

    /** The prefix of the names of files of maps. */
    private static final String MAP = "map-000000.chm";

    /** The alternative, for a writer that requires a map. */
    private static final String ALTERNATIVE =
            "; or open the writer with LiveMap.AUTO or LiveMap.NONE, which need neither"
                    + " flags nor Chronicle Map (opening, querying and building an index do not need them either)";

    private static final System.Logger LOG = System.getLogger("io.whorl.write");
    /** Whether this process has logged that writers work without a map; the reason is the same for all. */
    private static final AtomicBoolean told = new AtomicBoolean();

    final IndexDirectory directory;
    final Scheme scheme;
    final WriterOptions options;
    final WriterActivity activity = new WriterActivity();
    final QueryPriority priority;
    private final Path live;

    private final LiveTiers tiers;
    private final WorkerThread forces = new WorkerThread("whorl-force");
    private volatile IndexState state;
    private LogWriter log;
    private boolean closed;
    /** The error that ended the writer, because it is not known what is on disk. */
    volatile WriterException failure;

    private StateManager(IndexDirectory directory, WriterOptions options) throws IOException {
        this.directory = directory;
        this.options = options;
        priority = new QueryPriority(options.queryCores());
        live = IndexFiles.live(directory.path());
        Manifest manifest = directory.manifest().orElseThrow();
        scheme = manifest.scheme();
        state = new IndexState(
                IndexFiles.openParts(directory.path(), manifest, List.of()), List.of(), manifest.sequence());
        Optional<Path> map = options.liveMap() == LiveMap.NONE ? Optional.empty() : Optional.of(live.resolve(MAP));
        tiers = new LiveTiers(map, options.limits(), scheme.frequencies());
    }

    /** @param options decided */
    static StateManager open(IndexDirectory directory, WriterOptions options) throws IOException {
        StateManager states = new StateManager(directory, options);
        Closeable undo = () -> {
            states.state.sealed().forEach(SealedPart::release);
            states.tiers.close();
        };
        return Channels.orElse(undo, () -> {
            states.recover();
            return states;
        });
    }

    private void recover() throws IOException {
        Files.createDirectories(live);
        long number = directory.manifest().orElseThrow().log();
        while (number > 0) {
            LogPosition tail = continued(number);
            if (log != null) {
                return;
            }
            recoverSealed(number);
            // A log that has not ended exceeds this live tier: a writer with other options wrote it.
            number = tail.ended() ? number + 1 : 0;
            if (number > 0) {
                publishRecovered(number, List.of());
            }
        }
        List<Long> logs = Log.numbers(live);
        // A number that no file has.
        number = logs.isEmpty() ? 1 : logs.get(logs.size() - 1) + 1;
        LogWriter first = LogWriter.create(live, number, scheme, state.sequence());
        long empty = number;
        log = Channels.orElse(first, () -> {
            publishRecovered(empty, List.of(tier(empty, state.sequence())));
            return first;
        });
    }

    /** Replays a log into a live tier, and continues it, unless it has ended or exceeds the tier. */
    private LogPosition continued(long number) throws IOException {
        TierState tier = tier(number, state.sequence());
        try {
            IndexState begun = new IndexState(state.sealed(), List.of(tier), state.sequence());
            PartDeaths deaths = new PartDeaths(begun.parts());
            LiveTier.Feed feed = tier.live().new Feed(deaths::kill, directory.stored(), true);
            LogPosition tail = Log.readOne(live, LogPosition.start(number, state.sequence()), scheme, feed);
            if (!tail.ended()) {
                List<Long> later =
                        Log.numbers(live).stream().filter(n -> n > number).toList();
                for (long next : later) {
                    if (Log.hasCommits(live, next)) {
                        throw new CorruptIndexException(
                                Log.path(live, number),
                                tail.offset(),
                                "its end is missing, but a later log has commits");
                    }
                }
                Log.requireReached(directory.manifest().orElseThrow().reached(), tail, live);
                if (!feed.isFull()) {
                    for (long next : later) {
                        // Created as the next log, but this one was not ended: nothing was committed to it.
                        Files.delete(Log.path(live, next));
                    }
                    log = LogWriter.resume(live, tail, scheme);
                    state = begun.next(deaths, feed::dead, tail.sequence());
                }
            }
            return tail;
        } finally {
            if (log == null) {
                tier.live().close();
            }
        }
    }

    private void recoverSealed(long number) throws IOException {
        PartDeaths deaths = new PartDeaths(state.parts());
        try (SegmentAssembler replay = replay().unknown(deaths::kill)) {
            long sequence = Log.readOne(live, LogPosition.start(number, state.sequence()), scheme, replay)
                    .sequence();
            List<SealedPart> segments =
                    new ArrayList<>(state.next(deaths, dead -> dead, sequence).sealed());
            write(directory, file -> replay.write(file, true)).ifPresent(segments::add);
            state = new IndexState(segments, List.of(), sequence);
        }
    }

    private void publishRecovered(long firstLog, List<TierState> tiers) throws IOException {
        publish(state.sealed(), state.sequence(), firstLog);
        state = new IndexState(state.sealed(), tiers, state.sequence());
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
            throw WorkerThread.closed(null);
        }
        return reader.apply(state);
    }

    private void become(IndexState next) {
        IndexState before = state;
        synchronized (this) {
            state = next;
        }
        // Snapshots of the previous state hold the files themselves.
        before.sealed().stream()
                .filter(s -> next.sealed().stream().noneMatch(n -> n.segment() == s.segment()))
                .forEach(SealedPart::release);
    }

    /**
     * Records an error, and ends the writer if the state of the disk is unknown. Only on the commit thread.
     *
     * @return the error to report
     */
    Throwable record(Throwable reason) {
        if (reason instanceof WriterException e && e.reason() == WriterException.Reason.LOG) {
            failure = e;
        } else if (failure == null && directory.inDoubt()) {
            failure = WriterException.log(directory.path(), reason);
        }
        return failure == null ? reason : failure;
    }

    void checkFailure() {
        WriterException e = failure;
        if (e != null) {
            throw WriterException.again(e);
        }
    }

    /** Whether the live tier and its log have room for a commit. Deletions alone never fill the tier. */
    boolean fits(PendingChanges commit) {
        return state.active().live().fits(commit.added, commit.buffer.postings(), commit.held)
                && log.length() + commit.buffer.bytes() <= options.mostLogged();
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
        // Before writing, because a damaged segment makes it fail.
        PartDeaths deaths = killing(commit);
        long sequence = log.write(commit.buffer);
        // The commit is in the file. A later error must not look like a failed commit.
        try {
            LiveTier.Feed feed;
            if (commit.buffer.postings() < options.livePostings() / OVERLAPPED) {
                log.force();
                feed = feed(commit);
            } else {
                feed = feedWhileForcing(commit);
            }
            become(state.next(deaths, feed::dead, sequence));
        } catch (WriterException e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            throw WriterException.log(directory.path(), e);
        }
        return sequence;
    }

    /** The earlier documents with the ids of a commit. */
    private PartDeaths killing(PendingChanges commit) {
        PartDeaths deaths = new PartDeaths(state.parts());
        commit.ids.keySet().forEach(id -> deaths.kill(DocumentId.utf8(id)));
        return deaths;
    }

    /**
     * Adds a commit to the live tier while another thread waits for the disk. No state contains the documents before
     * they are durable. If the disk fails, no later state contains them either, because the writer has then failed.
     */
    private LiveTier.Feed feedWhileForcing(PendingChanges commit) throws IOException {
        CompletableFuture<Void> forced = forces.submit(log::force);
        try {
            return feed(commit);
        } finally {
            WorkerThread.get(forced);
        }
    }

    private LiveTier.Feed feed(PendingChanges commit) throws IOException {
        try (QueryPriority.Work turns = priority.begin()) {
            LiveTier.Feed feed = state.active().live().new Feed(id -> {}, directory.stored(), false);
            commit.buffer.read(feed);
            return feed;
        }
    }

    private SegmentAssembler replay() throws IOException {
        return new SegmentAssembler(scheme, directory.stored(), options.memory(), 1, directory.path());
    }

    /** Commits changes directly as a segment. The live tier must be sealed. */
    long commitDirect(PendingChanges commit) throws IOException {
        Optional<SealedPart> built =
                write(directory, file -> commit.replay().orElseThrow().write(file, true));
        place(built, () -> {
            List<SealedPart> segments =
                    new ArrayList<>(state.next(killing(commit), dead -> dead, 0).sealed());
            built.ifPresent(segments::add);
            commitSegments(segments);
        });
        return state.sequence();
    }

    /**
     * Makes a segment of the documents that remain of a log; empty if none do. It reads the log rather than the live
     * tier: the log yields documents one by one without heap, and the segment is what a recovery would find. Any thread
     * may call it.
     */
    Optional<SealedPart> seal(TierState tier) throws IOException {
        Consumer<WriterActivity.Seal> ended = activity.seal();
        try (QueryPriority.Work turns = priority.begin();
                SegmentAssembler replay = replay()) {
            Log.readOne(live, LogPosition.start(tier.log(), tier.first()), scheme, replay);
            Optional<SealedPart> built = write(directory, file -> replay.write(file, true));
            ended.accept(new WriterActivity.Seal(tier.log(), built));
            return built;
        }
    }

    /**
     * Commits these segments in place of the current ones. The live tier must be sealed.
     *
     * @param segments the caller releases those that the state does not contain then
     */
    void commitSegments(List<SealedPart> segments) throws IOException {
        long sequence = state.sequence() + 1;
        TierState empty = state.active();
        // The log must be new, because it begins after this commit; the empty tier is kept.
        TierState tier = new TierState(empty.live(), empty.view(), log.number() + 1, sequence);
        LogWriter replaced = nextLog(tier, e -> directory.inDoubt(), () -> {
            publish(segments, sequence, tier.log());
            become(new IndexState(segments, List.of(tier), sequence));
        });
        replaced.abandon();
    }

    /**
     * Creates the log of a new tier, which is written next if a step succeeds. If it fails, releases both.
     *
     * @param mayBeNamed whether the next writer may look for the log after a failure
     * @return the log before
     */
    private LogWriter nextLog(TierState tier, Predicate<Exception> mayBeNamed, WorkerThread.Task step)
            throws IOException {
        LogWriter next = Channels.orElse(() -> close(tier), () -> {
            // A failed attempt may have left a file; nothing was committed to it.
            Files.deleteIfExists(Log.path(live, tier.log()));
            return LogWriter.create(live, tier.log(), scheme, tier.first());
        });
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            close(tier);
            if (mayBeNamed.test(e)) {
                next.close();
            } else {
                next.abandon();
            }
            throw e;
        }
        LogWriter before = log;
        log = next;
        return before;
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
        // If the log may have ended, its successor must exist.
        LogWriter ended = nextLog(tier, WriterException.class::isInstance, log::end);
        List<TierState> all = new ArrayList<>(state.tiers());
        all.add(tier);
        become(new IndexState(state.sealed(), all, state.sequence()));
        return ended;
    }

    /** Publishes the segment made from the oldest tier. If that fails, discards it. */
    void sealed(Optional<SealedPart> built) throws IOException {
        place(built, () -> {
            TierState oldest = state.tiers().get(0);
            TierState next = state.tiers().get(1);
            List<SealedPart> segments = new ArrayList<>(state.sealed());
            // Without documents that died after the log was read.
            built.ifPresent(s -> segments.add(
                    carrying(s, List.of(DeadDocuments.none(oldest.view().total())), List.of(oldest.view()))));
            publish(segments, next.first(), next.log());
            become(new IndexState(
                    segments, state.tiers().subList(1, state.tiers().size()), state.sequence()));
            oldest.live().close();
        });
    }

    /**
     * Publishes a merged segment in place of its inputs. If that fails, discards it.
     *
     * @param inputs as they were when they were merged; documents of them may have died since
     */
    void merged(List<SealedPart> inputs, Optional<SealedPart> built) throws IOException {
        place(built, () -> {
            List<SealedPart> segments = new ArrayList<>();
            List<DeadDocuments> then = new ArrayList<>();
            List<SealedPart> parts = new ArrayList<>();
            int place = -1;
            for (SealedPart now : state.sealed()) {
                Optional<SealedPart> before = inputs.stream().filter(now::isOf).findAny();
                if (before.isPresent()) {
                    place = place < 0 ? segments.size() : place;
                    then.add(before.get().dead());
                    parts.add(now);
                } else {
                    segments.add(now);
                }
            }
            if (built.isPresent()) {
                segments.add(place, carrying(built.get(), then, parts));
            }
            Manifest manifest = directory.manifest().orElseThrow();
            publish(segments, manifest.sequence(), manifest.log());
            become(new IndexState(segments, state.tiers(), state.sequence()));
        });
    }

    private void place(Optional<SealedPart> built, WorkerThread.Task step) throws IOException {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            built.ifPresent(s -> discard(s, directory, e));
            record(e);
            throw e;
        }
    }

    private void publish(List<SealedPart> segments, long sequence, long firstLog) throws IOException {
        directory.publishChange(named(segments, directory), sequence, firstLog, Math.max(sequence, state.sequence()));
    }

    /** Creates an empty tier for the documents of the log with this number. */
    private TierState tier(long number, long first) throws IOException {
        LiveTier live = tiers.next();
        return new TierState(live, live.view(0, DeadDocuments.none(options.liveDocuments())), number, first);
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
            state.tiers().forEach(t -> t.live().close());
        }
        state.sealed().forEach(SealedPart::release);
        forces.shutdown();
        tiers.close();
        log.close();
        Manifest manifest = directory.manifest().orElseThrow();
        if (failure == null && !directory.inDoubt() && state.sequence() > manifest.reached()) {
            // From now on, a log that ends earlier is damaged, and not one whose last frame was being written.
            directory.publishChange(manifest.segments(), manifest.sequence(), manifest.log(), state.sequence());
        }
    }

    /**
     * Decides for an index that this writer has locked.
     *
     * @return the options with {@link LiveMap#REQUIRED} or {@link LiveMap#NONE}
     * @throws WriterException if the map is required and does not work
     * @throws IOException if the map is required and its file cannot be created
     */
    static WriterOptions decided(Path index, WriterOptions options) throws IOException {
        Consumer<WriterActivity.LiveMapChoice> ended = WriterActivity.liveMapChoice();
        LiveMap option = options.liveMap();
        String obstacle = option == LiveMap.NONE ? "the options say so" : obstacle(index, option == LiveMap.REQUIRED);
        boolean map = obstacle.isEmpty();
        String reason = map ? "a trial map works" : obstacle;
        ended.accept(new WriterActivity.LiveMapChoice(option.name(), map, reason));
        boolean fallback = option == LiveMap.AUTO && !map;
        if (!fallback || !told.getAndSet(true)) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    () -> "the writer of " + index + " opens " + (map ? "with" : "without") + " a Chronicle Map ("
                            + option + "): " + reason);
        }
        return options.liveMap(map ? LiveMap.REQUIRED : LiveMap.NONE);
    }

    /** The reason against a map that is not required; empty if there is none. */
    private static String obstacle(Path index, boolean required) throws IOException {
        try {
            Path live = IndexFiles.live(index);
            Files.createDirectories(live);
            LiveTier.probe(live.resolve(MAP));
            return "";
        } catch (WriterException e) {
            if (required) {
                throw WriterException.liveTier(e.getMessage() + ALTERNATIVE, e);
            }
            return e.getMessage();
        } catch (IOException e) {
            if (required) {
                throw e;
            }
            return e.getMessage();
        }
    }

    /**
     * The whole index as of one commit. Immutable. The commit thread makes the next state.
     *
     * @param tiers the tiers being sealed, oldest first, and last the active tier, which receives commits
     * @param sequence number of the commit
     */
    record IndexState(List<SealedPart> sealed, List<TierState> tiers, long sequence) {
        IndexState {
            sealed = List.copyOf(sealed);
            tiers = List.copyOf(tiers);
        }

        TierState active() {
            return tiers.get(tiers.size() - 1);
        }

        /** All parts, oldest first. A caller that uses them longer than this state must hold them. */
        List<Part> parts() {
            return Stream.concat(sealed.stream(), tiers.stream().map(TierState::view))
                    .toList();
        }

        /**
         * The next state.
         *
         * @param deaths of the {@link #parts}
         * @param fed makes the dead documents of the active tier, which has new documents, of those before
         */
        IndexState next(PartDeaths deaths, UnaryOperator<DeadDocuments> fed, long number) {
            List<SealedPart> nextSealed = IntStream.range(0, sealed.size())
                    .mapToObj(i -> (SealedPart) deaths.part(i))
                    .toList();
            List<TierState> nextTiers = new ArrayList<>();
            for (TierState t : tiers) {
                LiveView view = (LiveView) deaths.part(sealed.size() + nextTiers.size());
                LiveView now = t == active() ? t.live.view(t.live.documents(), fed.apply(view.dead())) : view;
                nextTiers.add(new TierState(t.live, now, t.log, t.first));
            }
            return new IndexState(nextSealed, nextTiers, number);
        }

        boolean contains(byte[] id) {
            return tiers.stream().anyMatch(t -> t.view.living(id) >= 0)
                    || sealed.stream().anyMatch(s -> s.living(id) >= 0);
        }
    }

    /**
     * A live tier as of one commit, with the log that contains the same documents.
     *
     * @param view its documents as of the commit; a caller that uses it longer than this state must hold it
     * @param log number of its log
     * @param first number of the last commit before those in its log
     */
    record TierState(LiveTier live, LiveView view, long log, long first) {}

    interface Writer {
        SegmentCounts write(Path file) throws IOException;
    }

    /**
     * Makes a new segment, which no MANIFEST names yet; empty if it has no documents. The state that will contain it
     * owns the reference to it.
     */
    static Optional<SealedPart> write(IndexDirectory directory, Writer writer) throws IOException {
        Path file = directory.path().resolve(directory.newSegmentName());
        return Channels.create(file, () -> {
            if (writer.write(file).documents() == 0) {
                Files.deleteIfExists(file);
                return Optional.empty();
            }
            return Optional.of(SealedPart.of(Segment.openCounted(file)));
        });
    }

    /** After a failure, releases a new segment and deletes its file, unless MANIFEST names it or may name it. */
    static void discard(SealedPart segment, IndexDirectory directory, Exception failure) {
        boolean named = directory.manifest().stream()
                .flatMap(m -> m.segments().stream())
                .anyMatch(s -> s.name().equals(name(segment)));
        if (!named && !directory.inDoubt()) {
            segment.release();
            try {
                Files.deleteIfExists(directory.path().resolve(name(segment)));
            } catch (IOException e) {
                // The next writer deletes it.
                failure.addSuppressed(e);
            }
        }
    }

    /** These segments for the next MANIFEST, with durable files of their dead documents. */
    static List<SegmentFile> named(List<SealedPart> segments, IndexDirectory directory) throws IOException {
        List<SegmentFile> named = new ArrayList<>();
        for (SealedPart s : segments) {
            SegmentFile before = directory.manifest().stream()
                    .flatMap(m -> m.segments().stream())
                    .filter(file -> file.name().equals(name(s)))
                    .findAny()
                    .orElseGet(() -> SegmentFile.whole(name(s), s.segment().length()));
            named.add(directory.writeDeadDocuments(before, s.dead()));
        }
        return named;
    }

    /** The file name of a segment, which is unique among all segments of an index. */
    static String name(SealedPart segment) {
        return segment.segment().file().getFileName().toString();
    }

    /** A segment made of other parts, without the documents that died in them since; {@link PartDeaths#carry}. */
    private static SealedPart carrying(SealedPart built, List<DeadDocuments> then, List<? extends Part> now) {
        PartDeaths deaths = new PartDeaths(List.of(built));
        deaths.carry(then, now);
        return (SealedPart) deaths.part(0);
    }
}

package io.whorl.write;

import io.whorl.LimitExceededException;
import io.whorl.NotStoredException;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.WriterException;
import io.whorl.bulk.RefusedDocument;
import io.whorl.bulk.RepeatedIds;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.live.LiveTier;
import io.whorl.parts.Part;
import io.whorl.parts.SnapshotParts;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.store.FileErrors;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.StoredKinds;
import io.whorl.write.Adoption.ShardIntake;
import io.whorl.write.DocumentPreparer.PreparedDocument;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * The writer as its callers see it. The calling threads fingerprint documents and hand them to the {@link CommitQueue}.
 * {@link Maintenance} seals and merges in the background.
 */
final class DefaultIndexWriter implements IndexWriter {
    private final StateManager states;
    private final WriterOptions options;
    private final ThreadLocal<DocumentPreparer> preparers;
    private final WorkerThread commitThread = new WorkerThread("whorl-commit");
    private final Maintenance maintenance;
    private final CommitQueue commits;
    /** The adoptions, which write files on their callers' threads, and the party that waits for them. */
    private final Phaser adoptions = new Phaser(1);

    private DefaultIndexWriter(StateManager states) {
        this.states = states;
        options = states.options;
        Object oneLarge = new Object();
        preparers = ThreadLocal.withInitial(() -> new DocumentPreparer(
                scheme(), stored(), options.memory() / 4 / options.threads(), options.memory() / 2, oneLarge));
        maintenance = new Maintenance(states, commitThread);
        commits = new CommitQueue(states, maintenance);
    }

    static DefaultIndexWriter open(Path index, WriterOptions options) throws IOException {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(options, "options");
        return open(index, Optional.empty(), options);
    }

    private static DefaultIndexWriter open(Path index, Optional<Scheme> required, WriterOptions options)
            throws IOException {
        LiveMapChoice.checkRequired(options);
        IndexDirectory directory = IndexDirectory.open(index);
        try {
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
            return recover(directory, LiveMapChoice.decide(directory.path(), options));
        } catch (Throwable e) {
            directory.close();
            throw e;
        }
    }

    static DefaultIndexWriter create(Path index, Scheme scheme, WriterOptions options) throws IOException {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(scheme, "scheme");
        Objects.requireNonNull(options, "options");
        LiveMapChoice.checkRequired(options);
        Scheme full = Fingerprinter.of(scheme).scheme();
        IndexDirectory directory = IndexDirectory.create(index, false);
        boolean published = false;
        try {
            WriterOptions decided = LiveMapChoice.decide(directory.path(), options);
            StoredKinds stored = new StoredKinds(options.storeText(), options.storeFingerprints());
            directory.publish(full, stored, List.of(), 0);
            published = true;
            return recover(directory, decided);
        } catch (Throwable e) {
            if (!published) {
                directory.abandon(e);
            }
            directory.close();
            throw e;
        }
    }

    static DefaultIndexWriter openOrCreate(Path index, Scheme scheme, WriterOptions options) throws IOException {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(scheme, "scheme");
        Objects.requireNonNull(options, "options");
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

    private static DefaultIndexWriter recover(IndexDirectory directory, WriterOptions options) throws IOException {
        return FileErrors.permitted(() -> recovered(directory, options));
    }

    private static DefaultIndexWriter recovered(IndexDirectory directory, WriterOptions options) throws IOException {
        // Fail before any file is changed if the scheme cannot be used, for example because its plug-in is missing.
        Fingerprinter.of(directory.manifest().orElseThrow().scheme());
        DefaultIndexWriter writer = new DefaultIndexWriter(Recovery.open(directory, options));
        writer.maintenance.sealed();
        return writer;
    }

    @Override
    public Scheme scheme() {
        return states.scheme;
    }

    @Override
    public boolean add(NewDocument document) throws IOException {
        return add(document, prepare(document));
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

    @Override
    public boolean update(NewDocument document) throws IOException {
        return update(document, prepare(document), CommitQueue.IfExists.REPLACE);
    }

    @Override
    public boolean update(NewDocument document, Fingerprint fingerprint) throws IOException {
        if (!fingerprint.scheme().equals(scheme())) {
            throw SchemeException.ofPair(scheme().differences(fingerprint.scheme()));
        }
        return update(document, prepared(p -> p.known(document, fingerprint)), CommitQueue.IfExists.REPLACE);
    }

    private PreparedDocument prepare(NewDocument document) {
        return prepared(p -> commits.isDirect() ? p.selected(document) : p.distinct(document));
    }

    private PreparedDocument prepared(Function<DocumentPreparer, PreparedDocument> preparing) {
        try {
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

    @Override
    public long addAll(Iterable<NewDocument> documents) throws IOException {
        return new ParallelAdder(options.threads(), document -> Optional.of(prepare(document)), this::add)
                .run(documents);
    }

    @Override
    public long addAll(
            Iterable<NewDocument> documents, Consumer<RefusedDocument> refused, Consumer<String> withoutMinutiae)
            throws IOException {
        Objects.requireNonNull(documents, "documents");
        Objects.requireNonNull(refused, "refused");
        Objects.requireNonNull(withoutMinutiae, "withoutMinutiae");
        Object one = new Object();
        Function<NewDocument, Optional<PreparedDocument>> prepare = document -> {
            try {
                return Optional.of(prepare(document));
            } catch (LimitExceededException e) {
                synchronized (one) {
                    refused.accept(new RefusedDocument(document.id(), e));
                }
                return Optional.empty();
            }
        };
        ParallelAdder.Sink sink = (document, prepared) -> {
            if (prepared.document().n() == 0) {
                withoutMinutiae.accept(document.id());
            }
            return add(document, prepared);
        };
        return new ParallelAdder(options.threads(), prepare, sink).run(documents);
    }

    @Override
    public boolean delete(String id) throws IOException {
        return commits.delete(id);
    }

    @Override
    public long commit() throws IOException {
        return commits.commit();
    }

    @Override
    public CompletableFuture<Long> commitAsync() {
        CompletableFuture<Long> result = new CompletableFuture<>();
        CompletableFuture<Long> done;
        try {
            done = commits.request();
        } catch (RuntimeException e) {
            done = CompletableFuture.failedFuture(e);
        }
        // Not on the commit thread, because an action may wait for it.
        var unused = done.whenCompleteAsync((number, failure) -> {
            if (failure == null) {
                result.complete(number);
            } else {
                result.completeExceptionally(typed(failure));
            }
        });
        return result;
    }

    private static Throwable typed(Throwable failure) {
        try {
            if (failure instanceof IOException e) {
                FileErrors.checkPermission(e);
            }
            return failure;
        } catch (RuntimeException e) {
            return e;
        }
    }

    @Override
    public void rollback() throws IOException {
        commits.rollback();
    }

    @Override
    public AdoptReport adopt(Path segmentSet, AdoptOptions options) throws IOException {
        Objects.requireNonNull(segmentSet, "segmentSet");
        Objects.requireNonNull(options, "options");
        adoptions.register();
        try {
            commits.checkUsable();
            return copyAndAdopt(segmentSet, options);
        } finally {
            adoptions.arriveAndDeregister();
        }
    }

    private AdoptReport copyAndAdopt(Path segmentSet, AdoptOptions adopt) throws IOException {
        SegmentSet set = ShardIntake.read(segmentSet);
        ShardIntake.requireLike(states.directory, scheme(), stored(), segmentSet, set);
        ShardIntake intake = ShardIntake.copy(states.directory, segmentSet, set, adopt, commits::checkUsable);
        try {
            return maintenance.sealed(true, () -> {
                AdoptReport report = Adoption.commit(states, intake, adopt.repeatedIds());
                maintenance.sealed();
                return report;
            });
        } catch (IOException | RuntimeException e) {
            intake.discard(states.directory, e);
            throw e;
        }
    }

    @Override
    public Snapshot snapshot() {
        commits.checkUsable();
        if (options.liveMap() != LiveMap.NONE) {
            return Snapshot.of(current());
        }
        try {
            return Snapshot.open(path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the writer can still make snapshots. */
    boolean isOpen() {
        return commits.isUsable();
    }

    @Override
    public boolean storesTexts() {
        return stored().texts();
    }

    @Override
    public boolean storesFingerprints() {
        return stored().fingerprints();
    }

    private StoredKinds stored() {
        return states.directory.stored();
    }

    private Path path() {
        return states.directory.path();
    }

    @Override
    public void seal() throws IOException {
        commits.checkUsable();
        maintenance.sealed(false, () -> null);
    }

    @Override
    public void awaitMerges() throws IOException {
        commits.checkUsable();
        maintenance.await();
    }

    @Override
    public void forceMerge() throws IOException {
        seal();
        maintenance.mergeAll();
    }

    @Override
    public WriterHealth health() {
        return maintenance.health();
    }

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
            commitThread.call(() -> {
                states.close();
                return null;
            });
        } finally {
            commitThread.shutdown();
            commits.drop();
        }
    }

    /** Decides whether a writer that opens has a live map, and reports the decision. */
    static final class LiveMapChoice {
        private static final System.Logger LOG = System.getLogger("io.whorl.write");

        /** The alternative, for a writer that requires a map. */
        private static final String ALTERNATIVE =
                "; or open the writer with LiveMap.AUTO or LiveMap.NONE, which need neither"
                        + " flags nor Chronicle Map (opening, querying and building an index do not need them either)";

        /** Whether this process has logged that writers work without a map; the reason is the same for all. */
        private static final AtomicBoolean told = new AtomicBoolean();

        private LiveMapChoice() {}

        /**
         * Fails, before any file is changed, if the map is required and this process clearly lacks a prerequisite.
         *
         * @throws WriterException if so
         */
        static void checkRequired(WriterOptions options) {
            if (options.checked().liveMap() == LiveMap.REQUIRED) {
                try {
                    LiveTier.check();
                } catch (WriterException e) {
                    throw required(e);
                }
            }
        }

        private static WriterException required(WriterException e) {
            return WriterException.liveTier(e.getMessage() + ALTERNATIVE, e);
        }

        /**
         * Decides for an index that this writer has locked.
         *
         * @return the options with {@link LiveMap#REQUIRED} or {@link LiveMap#NONE}
         * @throws WriterException if the map is required and does not work
         * @throws IOException if the map is required and its file cannot be created
         */
        static WriterOptions decide(Path index, WriterOptions options) throws IOException {
            Consumer<WriterActivity.LiveMapChoice> ended = WriterActivity.liveMapChoice();
            Optional<String> obstacle = obstacle(index, options.liveMap());
            boolean map = obstacle.isEmpty();
            String reason = obstacle.orElse("a trial map works");
            ended.accept(new WriterActivity.LiveMapChoice(options.liveMap().name(), map, reason));
            boolean fallback = options.liveMap() == LiveMap.AUTO && !map;
            if (!fallback || !told.getAndSet(true)) {
                LOG.log(
                        System.Logger.Level.DEBUG,
                        () -> "the writer of " + index + " opens " + (map ? "with" : "without") + " a Chronicle Map ("
                                + options.liveMap() + "): " + reason);
            }
            return options.liveMap(map ? LiveMap.REQUIRED : LiveMap.NONE);
        }

        /** The reason against a map, if there is one. */
        private static Optional<String> obstacle(Path index, LiveMap option) throws IOException {
            if (option == LiveMap.NONE) {
                return Optional.of("the options say so");
            }
            try {
                Path live = IndexFiles.live(index);
                Files.createDirectories(live);
                LiveTier.probe(live.resolve("map-000000.chm"));
                return Optional.empty();
            } catch (WriterException e) {
                if (option == LiveMap.REQUIRED) {
                    throw required(e);
                }
                return Optional.of(e.getMessage());
            } catch (IOException e) {
                if (option == LiveMap.REQUIRED) {
                    throw e;
                }
                return Optional.of(e.getMessage());
            }
        }
    }

    private SnapshotParts current() {
        return states.reading(state -> {
            List<Part> parts = new ArrayList<>();
            state.sealed().forEach(segment -> parts.add(segment.part()));
            state.tiers().stream().filter(t -> t.documents() > 0).forEach(tier -> parts.add(tier.part()));
            return new WriterParts(state, List.copyOf(parts));
        });
    }

    /** The parts of snapshots of this writer. A refresh reads the writer while it is open, and then the files. */
    private final class WriterParts implements SnapshotParts {
        private final IndexState state;
        private final List<Part> parts;

        WriterParts(IndexState state, List<Part> parts) {
            this.state = state;
            this.parts = parts;
        }

        @Override
        public Scheme scheme() {
            return DefaultIndexWriter.this.scheme();
        }

        @Override
        public List<Part> parts() {
            return parts;
        }

        @Override
        public long bytes() throws IOException {
            return IndexFiles.bytes(path());
        }

        @Override
        public int segments() {
            return state.sealed().size();
        }

        @Override
        public StoredKinds stored() {
            return DefaultIndexWriter.this.stored();
        }

        @Override
        public Optional<Origin> origin() {
            return Optional.of(new Origin(path(), state.sequence()));
        }

        @Override
        public Optional<SnapshotParts> refresh() throws IOException {
            if (isOpen()) {
                try {
                    return states.state() == state ? Optional.empty() : Optional.of(newer());
                } catch (IllegalStateException e) {
                    if (isOpen()) {
                        throw e;
                    }
                    // The writer was closed meanwhile, so the files have the current state.
                }
            }
            return Optional.of(SnapshotParts.ofFiles(path()));
        }

        private SnapshotParts newer() {
            LongConsumer ended = WriterActivity.refresh();
            SnapshotParts next = current();
            ended.accept(next.documents());
            return next;
        }
    }

    /**
     * Fingerprints documents on several threads, and adds them in their order. Documents go to the threads in batches,
     * because waking a thread takes about as long as fingerprinting a document. Used once.
     */
    static final class ParallelAdder {
        /** Bytes of text in progress; a larger document is processed alone. */
        private static final long MOST_BYTES = 64L << 20;

        private static final int MOST_BATCHES = 16;
        private static final int BATCH_BYTES = 1 << 18;
        private static final int BATCH_DOCUMENTS = 32;

        /** Receives the documents in their order. */
        interface Sink {
            boolean add(NewDocument document, PreparedDocument prepared) throws IOException;
        }

        private record InFlight(List<NewDocument> documents, long bytes, Future<PreparedBatch> prepared) {}

        private final int threads;
        private final Function<NewDocument, Optional<PreparedDocument>> prepare;
        private final Sink sink;
        private final Deque<InFlight> inFlight = new ArrayDeque<>();
        private long bytes;
        private List<NewDocument> batch = new ArrayList<>();
        private long batchBytes;
        private long added;
        private boolean stopped;

        /** @param prepare empty for a document that is left out; called on any thread */
        ParallelAdder(int threads, Function<NewDocument, Optional<PreparedDocument>> prepare, Sink sink) {
            this.threads = threads;
            this.prepare = prepare;
            this.sink = sink;
        }

        long run(Iterable<NewDocument> documents) throws IOException {
            ExecutorService executor = Executors.newFixedThreadPool(threads, DaemonThreads.named("whorl-add"));
            try {
                try {
                    for (NewDocument document : documents) {
                        batchBytes += document.utf8().length;
                        batch.add(document);
                        if (batchBytes >= BATCH_BYTES || batch.size() == BATCH_DOCUMENTS) {
                            submit(executor);
                        }
                    }
                } finally {
                    // Documents before one that cannot be read are added; documents after one that cannot be added are
                    // not.
                    if (!stopped && !batch.isEmpty()) {
                        submit(executor);
                    }
                    while (!stopped && !inFlight.isEmpty()) {
                        addNext();
                    }
                }
                return added;
            } finally {
                executor.shutdownNow();
            }
        }

        private void submit(ExecutorService executor) throws IOException {
            while (!inFlight.isEmpty() && (bytes + batchBytes > MOST_BYTES || inFlight.size() == MOST_BATCHES)) {
                addNext();
            }
            List<NewDocument> full = batch;
            bytes += batchBytes;
            inFlight.add(new InFlight(full, batchBytes, executor.submit(() -> prepare(full))));
            batch = new ArrayList<>();
            batchBytes = 0;
        }

        private void addNext() throws IOException {
            // Stops here unless the whole batch is added.
            stopped = true;
            InFlight next = inFlight.remove();
            bytes -= next.bytes;
            PreparedBatch prepared = WorkerThread.get(next.prepared);
            for (int i = 0; i < prepared.documents.size(); i++) {
                Optional<PreparedDocument> document = prepared.documents.get(i);
                added += document.isPresent() && sink.add(next.documents.get(i), document.get()) ? 1 : 0;
            }
            if (prepared.failure.isPresent()) {
                WorkerThread.rethrow(prepared.failure.get());
            }
            stopped = false;
        }

        /**
         * The result of preparing a batch of documents.
         *
         * @param documents all of the batch, or those before the first that failed
         * @param failure why that one failed
         */
        private record PreparedBatch(List<Optional<PreparedDocument>> documents, Optional<Throwable> failure) {}

        private PreparedBatch prepare(List<NewDocument> batch) {
            List<Optional<PreparedDocument>> prepared = new ArrayList<>(batch.size());
            try {
                for (NewDocument document : batch) {
                    prepared.add(prepare.apply(document));
                }
            } catch (RuntimeException | Error e) {
                return new PreparedBatch(prepared, Optional.of(e));
            }
            return new PreparedBatch(prepared, Optional.empty());
        }
    }
}

package io.whorl.write;

import io.whorl.LimitExceededException;
import io.whorl.NotStoredException;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.WriterException;
import io.whorl.bulk.RefusedDocument;
import io.whorl.bulk.RepeatedIds;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.live.LiveTier;
import io.whorl.log.LoggedDocument;
import io.whorl.minutiae.DistinctMinutiae;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.parts.Part;
import io.whorl.parts.SnapshotParts;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.select.SelectedChunks;
import io.whorl.shard.SegmentSet;
import io.whorl.store.DocumentForms;
import io.whorl.store.DocumentId;
import io.whorl.store.FingerprintEncoder;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredKinds;
import io.whorl.store.StoredText;
import io.whorl.store.TextEncoder;
import io.whorl.write.AdoptStep.ShardIntake;
import io.whorl.write.DefaultIndexWriter.DocumentPreparer.PreparedDocument;
import io.whorl.write.IndexState.HeldSegments;
import io.whorl.write.ParallelAdder.RefusalFilter;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Phaser;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The writer as its callers see it. The calling threads fingerprint documents and hand them to the {@link CommitQueue}.
 * {@link Maintenance} seals and merges in the background.
 */
final class DefaultIndexWriter implements IndexWriter {
    private final IndexDirectory directory;
    private final Scheme scheme;
    private final WriterOptions options;
    private final ThreadLocal<DocumentPreparer> preparers;
    private final StateManager states;
    private final WriterFailure failure;
    private final WorkerThread commitThread = new WorkerThread("whorl-commit");
    private final Maintenance maintenance;
    private final CommitQueue commits;
    /** The adoptions, which write files on their callers' threads, and the party that waits for them. */
    private final Phaser adoptions = new Phaser(1);

    private DefaultIndexWriter(
            IndexDirectory directory, WriterOptions options, StateManager states, UnaryOperator<SegmentMerger> merger) {
        this.directory = directory;
        this.options = options;
        this.states = states;
        scheme = directory.manifest().orElseThrow().scheme();
        Object oneLarge = new Object();
        preparers = ThreadLocal.withInitial(() -> new DocumentPreparer(
                scheme, stored(), options.memory() / 4 / options.threads(), options.memory() / 2, oneLarge));
        failure = new WriterFailure(directory);
        maintenance =
                new Maintenance(directory, scheme, options, states, commitThread, merger.apply(this::merge), failure);
        commits = new CommitQueue(directory, scheme, options, states, maintenance, failure, commitThread);
    }

    private UnpublishedSegment merge(List<SealedSegment> inputs, long memory, BooleanSupplier cancelled)
            throws IOException {
        try (HeldSegments all = states.held()) {
            return BackgroundMerge.merge(directory, options.mergeReserve(), inputs, all.segments(), memory, cancelled);
        }
    }

    static DefaultIndexWriter open(Path index, WriterOptions options) throws IOException {
        return open(index, options, UnaryOperator.identity());
    }

    /** Opens an index with another way to merge, for tests. */
    static DefaultIndexWriter open(Path index, WriterOptions options, UnaryOperator<SegmentMerger> merger)
            throws IOException {
        LiveMapChoice.checkRequired(options);
        IndexDirectory directory = IndexDirectory.open(index);
        try {
            if (options.storeText() && !directory.stored().texts()) {
                throw NotStoredException.text(index);
            }
            if (options.storeFingerprints() && !directory.stored().fingerprints()) {
                throw NotStoredException.fingerprint(index);
            }
            return recover(directory, LiveMapChoice.decide(directory.path(), options), merger);
        } catch (Throwable e) {
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
            StoredKinds stored = new StoredKinds(options.storeText(), options.storeFingerprints());
            directory.publish(full, stored, List.of(), 0, 0);
        } catch (Throwable e) {
            try (directory) {
                directory.abandon();
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
        try {
            return recover(directory, decided, UnaryOperator.identity());
        } catch (Throwable e) {
            directory.close();
            throw e;
        }
    }

    private static DefaultIndexWriter recover(
            IndexDirectory directory, WriterOptions options, UnaryOperator<SegmentMerger> merger) throws IOException {
        // Fail before any file is changed if the scheme cannot be used, for example because its plug-in is missing.
        Fingerprinter.of(directory.manifest().orElseThrow().scheme());
        DefaultIndexWriter writer =
                new DefaultIndexWriter(directory, options, Recovery.open(directory, options), merger);
        writer.maintenance.sealed();
        return writer;
    }

    @Override
    public Scheme scheme() {
        return scheme;
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
        if (!fingerprint.scheme().equals(scheme)) {
            throw SchemeException.ofPair(scheme.toJson(), fingerprint.scheme().toJson());
        }
        return update(document, preparers.get().known(document, fingerprint), CommitQueue.IfExists.REPLACE);
    }

    private PreparedDocument prepare(NewDocument document) {
        DocumentPreparer preparer = preparers.get();
        return commits.isDirect() ? preparer.selected(document) : preparer.distinct(document);
    }

    private boolean update(NewDocument document, PreparedDocument prepared, CommitQueue.IfExists then)
            throws IOException {
        Optional<Boolean> exists = commits.add(document.id(), prepared, then);
        if (exists.isEmpty()) {
            // A commit came in between. Fingerprint again, without blocking other threads.
            exists = commits.add(document.id(), preparers.get().distinct(document), then);
        }
        return exists.orElseThrow();
    }

    @Override
    public long addAll(Iterable<NewDocument> documents) throws IOException {
        return new ParallelAdder(options.threads(), this::prepare, this::add).run(documents);
    }

    @Override
    public long addAll(
            Iterable<NewDocument> documents, Consumer<RefusedDocument> refused, Consumer<String> withoutMinutiae)
            throws IOException {
        RefusalFilter filter = new RefusalFilter(refused);
        ParallelAdder.Sink added = (document, p) -> {
            if (p.document().n() == 0) {
                withoutMinutiae.accept(document.id());
            }
            return add(document, p);
        };
        return new ParallelAdder(
                        options.threads(),
                        document -> filter.prepare(document, this::prepare),
                        (document, p) -> filter.add(document, p, added))
                .run(documents);
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
    public AdoptReport adopt(Path segmentSet, AdoptOptions adopt) throws IOException {
        adoptions.register();
        try {
            commits.checkUsable();
            return copyAndAdopt(segmentSet, adopt);
        } finally {
            adoptions.arriveAndDeregister();
        }
    }

    private AdoptReport copyAndAdopt(Path segmentSet, AdoptOptions adopt) throws IOException {
        SegmentSet set = ShardIntake.read(segmentSet);
        ShardIntake.requireLike(directory, scheme, stored(), segmentSet, set);
        ShardIntake intake = ShardIntake.copy(directory, segmentSet, set, adopt, commits::checkUsable);
        try {
            return new AdoptStep(directory, states, maintenance, failure, intake, adopt).call(commitThread);
        } catch (IOException | RuntimeException e) {
            intake.discard(directory, e);
            throw e;
        }
    }

    @Override
    public Snapshot snapshot() {
        commits.checkUsable();
        if (options.liveMap() != LiveMap.NONE) {
            return Snapshot.of(WriterParts.of(this));
        }
        try {
            return Snapshot.open(directory.path());
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

    StoredKinds stored() {
        return directory.stored();
    }

    StateManager states() {
        return states;
    }

    Path path() {
        return directory.path();
    }

    @Override
    public void seal() throws IOException {
        commits.checkUsable();
        maintenance.seal();
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
        try (IndexDirectory held = directory;
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
            WriterEvents.LiveMapChoice event = new WriterEvents.LiveMapChoice();
            event.begin();
            Choice choice = choice(index, options.liveMap());
            event.option = options.liveMap().name();
            event.map = choice.map;
            event.reason = choice.reason;
            event.commit();
            boolean fallback = options.liveMap() == LiveMap.AUTO && !choice.map;
            LOG.log(
                    fallback ? System.Logger.Level.INFO : System.Logger.Level.DEBUG,
                    () -> "the writer of " + index
                            + " opens " + (choice.map ? "with" : "without") + " a Chronicle Map (" + options.liveMap()
                            + "): "
                            + choice.reason);
            return options.liveMap(choice.map ? LiveMap.REQUIRED : LiveMap.NONE);
        }

        private record Choice(boolean map, String reason) {}

        private static Choice choice(Path index, LiveMap option) throws IOException {
            if (option == LiveMap.NONE) {
                return new Choice(false, "the options say so");
            }
            try {
                Path live = IndexFiles.live(index);
                Files.createDirectories(live);
                LiveTier.probe(live.resolve("map-000000.chm"));
                return new Choice(true, "a trial map works");
            } catch (WriterException e) {
                if (option == LiveMap.REQUIRED) {
                    throw required(e);
                }
                return new Choice(false, e.getMessage());
            } catch (IOException e) {
                if (option == LiveMap.REQUIRED) {
                    throw e;
                }
                return new Choice(false, e.getMessage());
            }
        }
    }

    /** The parts of snapshots of a writer. A refresh reads the writer while it is open, and then the files. */
    private record WriterParts(DefaultIndexWriter writer, IndexState state, List<Part> parts) implements SnapshotParts {
        static WriterParts of(DefaultIndexWriter writer) {
            return writer.states().reading(state -> {
                List<Part> parts = new ArrayList<>();
                state.sealed().forEach(segment -> parts.add(segment.part()));
                state.tiers().stream().filter(t -> t.documents() > 0).forEach(tier -> parts.add(tier.part()));
                return new WriterParts(writer, state, List.copyOf(parts));
            });
        }

        @Override
        public Scheme scheme() {
            return writer.scheme();
        }

        @Override
        public long bytes() throws IOException {
            return IndexFiles.bytes(writer.path());
        }

        @Override
        public int segments() {
            return state.sealed().size();
        }

        @Override
        public StoredKinds stored() {
            return writer.stored();
        }

        @Override
        public Optional<SnapshotParts> refresh() throws IOException {
            if (writer.isOpen()) {
                try {
                    return writer.states().state() == state ? Optional.empty() : Optional.of(newer());
                } catch (IllegalStateException e) {
                    if (writer.isOpen()) {
                        throw e;
                    }
                    // The writer was closed meanwhile, so the files have the current state.
                }
            }
            return Optional.of(SnapshotParts.ofFiles(writer.path()));
        }

        private SnapshotParts newer() {
            WriterEvents.Refresh event = new WriterEvents.Refresh();
            event.begin();
            SnapshotParts next = of(writer);
            event.documents = next.documents();
            event.commit();
            return next;
        }
    }

    /** The error that ended a writer, because it is not known what is on disk. Thread-safe. */
    static final class WriterFailure {
        private final IndexDirectory directory;
        private volatile WriterException failure;

        WriterFailure(IndexDirectory directory) {
            this.directory = directory;
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

        boolean hasFailed() {
            return failure != null;
        }

        /** @throws WriterException if the writer has failed */
        void check() {
            WriterException e = failure;
            if (e != null) {
                throw WriterException.again(e);
            }
        }
    }

    /** Fingerprints documents. One thread at a time. */
    static final class DocumentPreparer {
        private static final int[] NONE = {};
        /** The largest text, in bytes, whose minutiae are kept with repetitions. */
        private static final int MOST_REPEATED = 1 << 20;

        private final MinutiaExtractor extractor;
        private final Scheme scheme;
        private final DocumentMinutiae minutiae;
        private final long large;
        private final Object oneLarge;
        private final DocumentExtras extras;
        private final int bits;
        private final SelectedChunks selected = new SelectedChunks(false);
        private final Optional<TextEncoder> texts;
        private final Optional<FingerprintEncoder> fingerprints;

        /**
         * @param stored what the index stores of its documents
         * @param share bytes of heap for the minutiae of one document
         * @param large bytes of heap for a document that needs more
         * @param oneLarge lock that all preparers share, so that there is one large document at a time
         */
        DocumentPreparer(Scheme scheme, StoredKinds stored, long share, long large, Object oneLarge) {
            this.scheme = scheme;
            texts = stored.texts() ? Optional.of(new TextEncoder()) : Optional.empty();
            fingerprints = stored.fingerprints()
                    ? Optional.of(new FingerprintEncoder(scheme.frequencies()))
                    : Optional.empty();
            minutiae = new DocumentMinutiae(scheme, share, Optional.empty());
            this.large = large;
            this.oneLarge = oneLarge;
            extractor = MinutiaExtractor.of(scheme);
            extras = DocumentExtras.of(scheme);
            bits = scheme.hashing().bits();
        }

        /** Fingerprints a document into distinct minutiae. */
        PreparedDocument distinct(NewDocument document) {
            byte[] id = DocumentId.utf8(document.id());
            try {
                return distinct(id, document, minutiae);
            } catch (LimitExceededException e) {
                synchronized (oneLarge) {
                    return distinct(id, document, new DocumentMinutiae(scheme, large, Optional.empty()));
                }
            }
        }

        private PreparedDocument distinct(byte[] id, NewDocument document, DocumentMinutiae target) {
            byte[] text = document.utf8();
            try (target) {
                long words = extractor
                        .extract(text, 0, text.length, target, Optional.empty())
                        .words();
                return prepared(id, document, target.distinct(), words);
            } catch (IOException e) {
                throw new UncheckedIOException("reading text held in memory failed", e);
            }
        }

        private PreparedDocument prepared(byte[] id, NewDocument document, DistinctMinutiae found, long words) {
            long[] distinct = found.minutiae();
            byte[] extra = extras.of(distinct, found.frequencies(), distinct.length, words);
            byte[] fingerprint = fingerprints
                    .map(encoder -> encoder.encode(distinct, found.frequencies(), distinct.length))
                    .orElse(StoredFingerprint.NONE);
            byte[] text = storedText(document.utf8());
            return new PreparedDocument(
                    new LoggedDocument(
                            id, words, extra, distinct, found.frequencies(), distinct.length, text, document.millis()),
                    fingerprint,
                    true);
        }

        /** Prepares a document from its fingerprint. */
        PreparedDocument known(NewDocument document, Fingerprint fingerprint) {
            int[] frequencies = new int[scheme.frequencies() ? fingerprint.size() : 0];
            for (int i = 0; i < frequencies.length; i++) {
                frequencies[i] = fingerprint.frequency(i);
            }
            DistinctMinutiae distinct = new DistinctMinutiae(fingerprint.toArray(), frequencies);
            return prepared(DocumentId.utf8(document.id()), document, distinct, fingerprint.words());
        }

        /**
         * Fingerprints a document into its selected minutiae, with repetitions, which is faster. A large document gets
         * distinct minutiae, because repetitions take memory; so does each document of an index that stores
         * fingerprints.
         */
        PreparedDocument selected(NewDocument document) {
            if (document.utf8().length > MOST_REPEATED || fingerprints.isPresent()) {
                return distinct(document);
            }
            byte[] id = DocumentId.utf8(document.id());
            byte[] text = document.utf8();
            DocumentCounts counts = extractor.extract(text, 0, text.length, selected);
            long[] repeated = Arrays.copyOf(selected.array(), selected.size());
            check(repeated);
            byte[] extra = extras.of(repeated, repeated.length, counts.words());
            return new PreparedDocument(
                    new LoggedDocument(
                            id,
                            counts.words(),
                            extra,
                            repeated,
                            NONE,
                            repeated.length,
                            storedText(text),
                            document.millis()),
                    StoredFingerprint.NONE,
                    false);
        }

        private byte[] storedText(byte[] text) {
            return texts.map(encoder -> encoder.encode(text)).orElse(StoredText.NONE);
        }

        /** Checks here, because an error while spooling would lose other documents too. */
        private void check(long[] minutiae) {
            long all = 0;
            for (long minutia : minutiae) {
                all |= minutia;
            }
            if (bits < Long.SIZE && all >>> bits != 0) {
                throw new IllegalArgumentException("a minutia has more than " + bits
                        + " bits; a selection plug-in must select from the minutiae it receives");
            }
        }

        /**
         * A fingerprinted document.
         *
         * @param document its minutiae are distinct and ascending, for the log and the live tier; or as selected, with
         *     repetitions and without frequencies, which suffices for a segment because its assembler sorts
         * @param fingerprint as in {@link DocumentForms}
         */
        record PreparedDocument(LoggedDocument document, byte[] fingerprint, boolean distinct) {
            /** Bytes that a live tier keeps of it in heap, in addition to those for every document and posting. */
            long held() {
                return document.bytes() + fingerprint.length;
            }
        }
    }
}

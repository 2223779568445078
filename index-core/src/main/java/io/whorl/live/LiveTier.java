package io.whorl.live;

import io.whorl.WriterException;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.concurrent.QueryPriority;
import io.whorl.internal.Ranges;
import io.whorl.live.LiveView.TierDocuments;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ReferenceCount;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The documents that were committed and are not in a segment yet. It is not durable: the log has them too.
 *
 * <pre>
 * add ─┬► minutia ─► head of a chain (Chronicle Map, or heap) ─► documents, newest first (heap)      TierMinutiae
 *      └► number ─► id, words, extra, text, fingerprint (heap)                                       TierDocuments
 * LiveView: the first n documents, and which of them are dead
 * </pre>
 *
 * <p>One thread at a time adds documents; other threads read views meanwhile.
 *
 * <ol>
 *   <li>Documents are appended and never changed. So a view stays as it is; a deletion only makes another view.
 *   <li>A document is counted once its minutiae and record are complete. After a failed addition there is no other.
 *   <li>The memory is released when the tier and all its views are closed.
 * </ol>
 */
public final class LiveTier implements AutoCloseable {
    private static final long MOST_IN_HEAP = 1 << 28;
    /** The heap of a tier in heap without documents, and of a document without its postings, in bytes. */
    static final long EMPTY = 256 << 10;

    static final long DOCUMENT = 2048;

    private static final String MAP = "net.openhft.chronicle.map.ChronicleMap";
    private static final String COMPILER = "jdk.compiler";

    /** A package that must be exported or opened. */
    private record Need(String module, String packageName, boolean open) {
        String flag() {
            return (open ? "--add-opens=" : "--add-exports=") + module + "/" + packageName + "=ALL-UNNAMED";
        }

        boolean isMetFor(Module user) {
            Module owner = ModuleLayer.boot().findModule(module).orElseThrow();
            return open ? owner.isOpen(packageName, user) : owner.isExported(packageName, user);
        }
    }

    /**
     * The minimum of the flags that the makers of Chronicle Map list, found by leaving out one at a time on Java 17 and
     * 25.
     */
    private static final List<Need> NEEDS = List.of(
            // Optional: without it, Chronicle Map prints a warning to standard error.
            new Need("java.base", "jdk.internal.ref", false),
            new Need("java.base", "sun.nio.ch", false),
            new Need(COMPILER, "com.sun.tools.javac.file", false),
            new Need("java.base", "java.lang", true),
            new Need("java.base", "java.lang.reflect", true));

    /**
     * The first failure. A class whose initialization failed keeps failing, with a less informative error each time.
     */
    private static Optional<Throwable> failure = Optional.empty();

    private final LiveLimits limits;
    private final boolean frequencies;
    /** Empty if the tier stores documents only. */
    private final Optional<TierMinutiae> minutiae;

    private final TierDocuments records = new TierDocuments();
    /** References: the tier itself and each hold of its views. */
    private final ReferenceCount memory;
    /** The heap that a tier in heap shares with others, and what it has taken of it. */
    private final Optional<TierHeap> heap;

    private long taken;
    private long bytes;
    private boolean closed;
    /** True if only the views hold the memory. */
    private boolean leftToViews;
    /** True during an addition, and after one that failed: the map may then contain part of a document. */
    private boolean adding;

    private volatile int documents;
    volatile long postings;

    private LiveTier(
            Optional<TierMinutiae> minutiae,
            LiveLimits limits,
            boolean frequencies,
            Optional<TierHeap> heap,
            Runnable release) {
        this.minutiae = minutiae;
        this.limits = limits;
        this.frequencies = frequencies;
        this.heap = heap;
        taken = heap.isPresent() ? EMPTY : 0;
        memory = new ReferenceCount(() -> {
            release.run();
            heap.ifPresent(shared -> shared.give(taken));
        });
    }

    /**
     * Creates an empty tier over free slots.
     *
     * @param release called when the tier and all its views are closed
     */
    static LiveTier over(TierMinutiae.Slots slots, LiveLimits limits, boolean frequencies, Runnable release) {
        TierMinutiae minutiae = new TierMinutiae(slots, false, limits.postings(), frequencies);
        return new LiveTier(Optional.of(minutiae), limits, frequencies, Optional.empty(), release);
    }

    /**
     * Creates an empty tier that stores documents without their minutiae: its views have no cursors and no postings. It
     * needs neither Chronicle Map nor flags nor a file.
     *
     * @param frequencies true if frequencies are passed with the minutiae
     */
    public static LiveTier ofRecords(LiveLimits limits, boolean frequencies) {
        return new LiveTier(Optional.empty(), limits, frequencies, Optional.empty(), () -> {});
    }

    /**
     * Creates an empty tier whose minutiae are in heap and grow as they are added: up to 77 bytes each while the table
     * grows, and 12 where a minutia repeats. It needs neither Chronicle Map nor flags nor a file.
     *
     * @param limits up to 2^28 postings
     * @param heap gives the heap, until the tier and all its views are closed
     * @return empty if too little heap is left for a tier
     */
    public static Optional<LiveTier> inHeap(LiveLimits limits, boolean frequencies, TierHeap heap) {
        Ranges.check("postings", limits.postings(), 1, MOST_IN_HEAP);
        if (!heap.take(EMPTY)) {
            return Optional.empty();
        }
        TierMinutiae minutiae = TierMinutiae.inHeap(limits.postings(), frequencies);
        return Optional.of(new LiveTier(Optional.of(minutiae), limits, frequencies, Optional.of(heap), () -> {}));
    }

    /**
     * Checks the requirements of a live tier: the library, the JDK modules and the flags. Initializes no class of
     * Chronicle Map, whose own errors name neither cause nor remedy, and leave classes that cannot be used again.
     *
     * @throws io.whorl.WriterException if something is missing; the message names it
     */
    public static void check() {
        Module chronicle = chronicle().getModule();
        if (chronicle.isNamed()) {
            throw WriterException.liveTier(
                    "the live tier needs Chronicle Map on the class path, and it is on"
                            + " the module path, as the module " + chronicle.getName() + ": give its jars by -cp",
                    null);
        }
        if (ModuleLayer.boot().findModule(COMPILER).isEmpty()) {
            throw WriterException.liveTier(
                    "the live tier needs a JDK: this Java ("
                            + System.getProperty("java.home")
                            + ") has no module " + COMPILER
                            + ", which Chronicle Map compiles with; run a full JDK (an application of modules"
                            + " adds --add-modules " + COMPILER + ")",
                    null);
        }
        List<String> missing = NEEDS.stream()
                .filter(n -> !n.isMetFor(chronicle))
                .map(Need::flag)
                .toList();
        if (!missing.isEmpty()) {
            throw WriterException.liveTier(
                    "the live tier needs flags that this Java was started without ("
                            + missing.size() + " of " + NEEDS.size() + " are missing); add them: java "
                            + String.join(" ", missing) + " ...",
                    null);
        }
        // Our module descriptor cannot name Chronicle Map, which is optional and on the class path.
        LiveTier.class.getModule().addReads(chronicle);
    }

    /**
     * Checks that a live tier works in this process: after {@link #check}, creates a small tier, adds to it and queries
     * it. Chronicle Map compiles value classes when it is first used, and this can fail for many reasons that cannot be
     * checked in advance.
     *
     * @param file see {@link LiveTiers}
     * @throws io.whorl.WriterException if it does not work; the message gives the reason, with the cause
     * @throws IOException if the file cannot be created
     */
    public static synchronized void probe(Path file) throws IOException {
        check();
        if (failure.isPresent()) {
            throw unavailable(failure.get());
        }
        try {
            tryOut(file);
        } catch (Throwable e) {
            // Chronicle throws checked exceptions that it does not declare.
            if (e instanceof IOException io && isFileError(io)) {
                throw io;
            }
            if (e instanceof VirtualMachineError fatal && !(e instanceof InternalError)) {
                throw fatal;
            }
            failure = Optional.of(e);
            throw unavailable(e);
        }
    }

    /** The JVM flags that a live tier needs on Java 17 and later, separated by spaces. */
    public static String flags() {
        return NEEDS.stream().map(Need::flag).collect(Collectors.joining(" "));
    }

    /**
     * Adds a document. An earlier document of the same id keeps its own number.
     *
     * @return the document number, from 0
     * @throws IllegalStateException if the tier is closed or full ({@link #fits}), or if an addition has failed
     */
    public int add(LoggedDocument document) {
        int number = offer(document, StoredFingerprint.NONE);
        if (number < 0) {
            throw new IllegalStateException("the live tier is full: it has " + documents + " documents, " + postings
                    + " postings and " + bytes + " bytes; its limits are " + limits);
        }
        return number;
    }

    /**
     * Adds a document if there is room and heap for it.
     *
     * @param fingerprint its stored form, which is kept
     * @return its number, or −1
     */
    private synchronized int offer(LoggedDocument d, byte[] fingerprint) {
        checkOpen();
        if (adding) {
            throw new IllegalStateException("an addition to this live tier has failed; rebuild the tier from the log");
        }
        d.checkMinutiae(frequencies);
        long held = d.bytes() + fingerprint.length;
        long most = DOCUMENT + held + minutiae.map(its -> its.bytesToAdd(d.n())).orElse(0L);
        if (!fits(1, d.n(), held) || heap.isPresent() && !heap.get().take(most)) {
            return -1;
        }
        taken += most;
        int document = documents;
        adding = true;
        minutiae.ifPresent(its -> its.add(document, d.minutiae(), d.frequencies(), d.n()));
        records.add(document, d, fingerprint);
        adding = false;
        bytes += held;
        postings += d.n();
        documents = document + 1;
        heap.ifPresent(shared -> {
            long needed = EMPTY
                    + DOCUMENT * documents
                    + bytes
                    + minutiae.orElseThrow().bytes();
            shared.give(taken - needed);
            taken = needed;
        });
        return document;
    }

    /** Adds the operations of commits until a document does not fit. */
    public final class Feed implements LogSink {
        private final Consumer<byte[]> unknown;
        private final StoredKinds stored;
        private final boolean verified;
        private final FingerprintEncoder encoder = new FingerprintEncoder(frequencies);
        private final LongArrayList killed = new LongArrayList();
        private boolean full;

        /**
         * @param unknown receives the id of each document that is added or deleted and that this tier does not have
         * @param stored what the index stores of its documents
         * @param logged whether the operations come from a log, so that texts must be verified
         */
        public Feed(Consumer<byte[]> unknown, StoredKinds stored, boolean logged) {
            this.unknown = unknown;
            this.stored = stored;
            verified = logged && stored.texts();
        }

        /** Whether a document did not fit into the tier. It was not added, nor were those after it. */
        public boolean isFull() {
            return full;
        }

        /** These dead documents of the tier, and those that the operations deleted or replaced. */
        public DeadDocuments dead(DeadDocuments before) {
            return before.with(killed.toLongArray(), killed.size());
        }

        /** @param first the number of documents to look for it in */
        private void kill(byte[] id, int first) {
            QueryPriority.step();
            // The newest document of the id: when it was added, every other one died.
            int document = find(id, first);
            if (document >= 0) {
                killed.addLong(document);
            } else {
                unknown.accept(id);
            }
        }

        @Override
        public void add(LoggedDocument d) {
            byte[] fingerprint = stored.fingerprints()
                    ? encoder.encode(d.minutiae(), d.frequencies(), d.n())
                    : StoredFingerprint.NONE;
            int added = full ? -1 : offer(d, fingerprint);
            full = added < 0;
            if (!full) {
                kill(d.id(), added);
            }
        }

        @Override
        public boolean storesTexts() {
            return verified;
        }

        @Override
        public void delete(byte[] id) {
            if (!full) {
                kill(id, documents);
            }
        }
    }

    /**
     * Creates a view of all documents added so far, all of them live. Publish it safely to other threads.
     *
     * @throws IllegalStateException if the tier is closed
     */
    public LiveView view() {
        LiveView view = view(documents, DeadDocuments.none(documents));
        view.take();
        return view;
    }

    /**
     * Creates a view of the first documents, which does not hold the memory yet.
     *
     * @param first number of documents, at most those added so far
     * @param dead those that are deleted or replaced; it may cover more
     * @throws IllegalStateException if the tier is closed
     */
    public synchronized LiveView view(int first, DeadDocuments dead) {
        checkOpen();
        Ranges.check("first", first, 0, documents);
        return new LiveView(minutiae, records, first, dead, memory);
    }

    /** The newest document of an id among the first {@code first} documents, or −1. */
    public int find(byte[] id, int first) {
        return records.find(id, first);
    }

    public int documents() {
        return documents;
    }

    /**
     * True if so much more can be added without an exception.
     *
     * @param bytes of ids, extras and stored forms
     */
    public synchronized boolean fits(int documents, long postings, long bytes) {
        return documents <= limits.documents() - this.documents
                && postings <= limits.postings() - this.postings
                && bytes <= limits.bytes() - this.bytes;
    }

    /**
     * Leaves the memory to the views: it is released with the last of them, without a call of {@link #close}. Until
     * then, documents can be added, and views made.
     */
    public synchronized void leaveToViews() {
        if (!leftToViews) {
            leftToViews = true;
            memory.release();
        }
    }

    /** Ends additions and new views. A second call does nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        leaveToViews();
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this live tier is closed");
        }
    }

    private static void tryOut(Path file) throws IOException {
        long[] minutiae = {5, 7};
        LiveLimits limits = new LiveLimits(minutiae.length, 1);
        try (LiveTiers tiers = new LiveTiers(Optional.of(file), limits, false);
                LiveTier tier = tiers.next()) {
            tier.add(new LoggedDocument(new byte[] {'a'}, 1, new byte[0], minutiae, new int[0], minutiae.length));
            try (LiveView view = tier.view()) {
                int[] links = new int[2];
                view.findAll(new long[] {7, 6}, 0, 2, links);
                if (links[0] == TierMinutiae.NONE
                        || view.minutiae().document(links[0]) != 0
                        || links[1] != TierMinutiae.NONE) {
                    throw new IllegalStateException("a test map does not return what was put into it");
                }
            }
        }
    }

    private static boolean isFileError(IOException e) {
        Throwable cause = e.getCause();
        return cause == null || cause instanceof IOException io && isFileError(io);
    }

    private static WriterException unavailable(Throwable cause) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return WriterException.liveTier(
                "Chronicle Map, which the live tier needs, is on the class path but"
                        + " does not run: "
                        + root + packaging(),
                cause);
    }

    /** Advice for an application whose libraries are jars inside a jar; empty for others. */
    private static String packaging() {
        CodeSource source = chronicle().getProtectionDomain().getCodeSource();
        boolean plain = source == null || source.getLocation().getProtocol().equals("file");
        return plain
                ? ""
                : "; it is in a jar inside a jar (" + source.getLocation() + "), where the Java compiler that"
                        + " it uses does not find it: run the application unpacked, with its libraries as files";
    }

    private static Class<?> chronicle() {
        try {
            return Class.forName(MAP, false, LiveTier.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw WriterException.liveTier(
                    "the live tier needs Chronicle Map, which is not on the class path:"
                            + " add the dependency net.openhft:chronicle-map, without"
                            + " net.openhft:chronicle-analytics,"
                            + " in the version that Whorl's index-core names as optional",
                    e);
        }
    }

    /**
     * The capacity of a live tier. Memory for the postings is reserved outside the heap when the tier is created: about
     * 26 bytes per posting, on disk and, as they are used, in the page cache.
     */
    public record LiveLimits(long postings, int documents) {
        private static final int MOST = 1 << 30;
        private static final int BYTES_OF_DOCUMENT = 256;
        private static final int BYTES_OF_POSTING = 8;

        public LiveLimits {
            Ranges.check("postings", postings, 1, MOST);
            Ranges.check("documents", documents, 1, MOST);
        }

        /** The maximum bytes of ids, extras and stored texts, which are in heap: 256 per document and 8 per posting. */
        public long bytes() {
            return (long) BYTES_OF_DOCUMENT * documents + BYTES_OF_POSTING * postings;
        }
    }

    /**
     * The heap that tiers in heap share, such as those of all snapshots of files of a process. Documents that find no
     * room are read from a scratch file. Thread-safe.
     */
    public static final class TierHeap {
        /** An eighth of the heap of the process, at most 256 MiB. */
        public static final TierHeap OF_PROCESS =
                new TierHeap(Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8));

        /** For snapshots whose parts are all segments. */
        public static final TierHeap NONE = new TierHeap(0);

        private final long limit;
        private final AtomicLong used = new AtomicLong();

        /** @param limit in bytes, at least 0 */
        public TierHeap(long limit) {
            this.limit = limit;
        }

        public long remaining() {
            return limit - used.get();
        }

        /** Takes so many bytes; returns false, without taking any, if fewer are left. */
        boolean take(long bytes) {
            return bytes <= limit - used.getAndUpdate(now -> bytes <= limit - now ? now + bytes : now);
        }

        void give(long bytes) {
            used.addAndGet(-bytes);
        }
    }
}

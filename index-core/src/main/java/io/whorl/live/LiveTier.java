package io.whorl.live;

import io.whorl.WriterException;
import io.whorl.internal.Ranges;
import io.whorl.live.LiveView.TierDocuments;
import io.whorl.log.LoggedDocument;
import io.whorl.store.ReferenceCount;
import io.whorl.store.StoredFingerprint;
import java.io.IOException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The documents that were committed and are not in a segment yet. One thread at a time adds documents; other threads
 * read through {@link LiveView}s meanwhile. Minutiae are in a Chronicle Map outside the heap, or in heap; documents and
 * chains are in heap. The tier is not durable.
 *
 * <p>The memory is released when the tier, all its views and all their cursors are closed.
 */
public final class LiveTier implements AutoCloseable {
    private static final long[] NOT_COUNTED = {};
    private static final long MOST_IN_HEAP = 1 << 28;

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

    private final TierDocuments records;
    /** References: the tier itself and each of its views. */
    private final ReferenceCount memory;

    private long bytes;
    private boolean closed;
    /** True if only the views hold the memory. */
    private boolean left;
    /** True during an addition, and after one that failed: the map may then contain part of a document. */
    private boolean adding;

    private volatile int documents;
    volatile long postings;

    private LiveTier(Optional<TierMinutiae> minutiae, LiveLimits limits, boolean frequencies) {
        this.minutiae = minutiae;
        this.limits = limits;
        this.frequencies = frequencies;
        records = new TierDocuments(limits.documents());
        memory = new ReferenceCount(() -> minutiae.ifPresent(TierMinutiae::close));
    }

    /**
     * Creates an empty tier. The first one of a process takes about a second, because Chronicle Map compiles classes.
     *
     * @param file prefix of the path of a file that backs the memory; a number is appended. Where the system allows it,
     *     the file is unlinked before this method returns, so only a process killed at that moment leaves a file, which
     *     can be deleted. The directory must exist, on the default file system
     * @param frequencies true if the tier keeps frequencies
     * @throws io.whorl.WriterException see {@link #check}. What only {@link #probe} detects is thrown as Chronicle Map
     *     throws it
     * @throws IOException if the file cannot be created at its full size, or if the calling thread is interrupted; no
     *     file is left
     */
    public static LiveTier create(Path file, LiveLimits limits, boolean frequencies) throws IOException {
        check();
        SlotPages pages = SlotPages.create(file, limits.postings());
        return over(pages, limits, frequencies, pages::release);
    }

    /**
     * Creates an empty tier over free slots.
     *
     * @param release called when the tier, all its views and all their cursors are closed
     */
    static LiveTier over(TierMinutiae.Slots slots, LiveLimits limits, boolean frequencies, Runnable release) {
        TierMinutiae minutiae = TierMinutiae.over(slots, limits.postings(), frequencies, release);
        return new LiveTier(Optional.of(minutiae), limits, frequencies);
    }

    /**
     * Creates an empty tier that stores documents without their minutiae: its views have no cursors and no postings. It
     * needs neither Chronicle Map nor flags nor a file.
     *
     * @param frequencies true if frequencies are passed with the minutiae
     */
    public static LiveTier ofRecords(LiveLimits limits, boolean frequencies) {
        return new LiveTier(Optional.empty(), limits, frequencies);
    }

    /**
     * Creates an empty tier whose minutiae are in heap and grow as they are added: up to 77 bytes each while the table
     * grows, and 12 where a minutia repeats. It needs neither Chronicle Map nor flags nor a file.
     *
     * @param limits up to 2^28 postings
     * @param closed called when the tier, all its views and all their cursors are closed
     */
    public static LiveTier inHeap(LiveLimits limits, boolean frequencies, Runnable closed) {
        Ranges.check("postings", limits.postings(), 1, MOST_IN_HEAP);
        TierMinutiae minutiae = TierMinutiae.inHeap(limits.postings(), frequencies, closed);
        return new LiveTier(Optional.of(minutiae), limits, frequencies);
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
     * @param file see {@link #create}
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
        return add(document, StoredFingerprint.NONE, NOT_COUNTED);
    }

    /**
     * Adds a document, and counts how many documents in the tier held its first minutiae before, deleted ones included.
     * The count ends at 64, so that a minutia that every document holds costs no more than others.
     *
     * @param fingerprint its stored form, which is kept
     * @param holders receives the counts of as many minutiae as it has elements, which they are added to
     */
    public synchronized int add(LoggedDocument d, byte[] fingerprint, long[] holders) {
        checkOpen();
        if (adding) {
            throw new IllegalStateException("an addition to this live tier has failed; rebuild the tier from the log");
        }
        d.checkMinutiae(frequencies);
        long held = d.bytes() + fingerprint.length;
        if (!fits(1, d.n(), held)) {
            throw new IllegalStateException("the live tier is full: it has " + documents + " documents, " + postings
                    + " postings and " + bytes + " bytes; its limits are " + limits);
        }
        int document = documents;
        adding = true;
        minutiae.ifPresent(its -> its.add(document, d.minutiae(), d.frequencies(), d.n(), holders));
        records.add(document, d, fingerprint);
        adding = false;
        bytes += held;
        postings += d.n();
        documents = document + 1;
        return document;
    }

    /** True if more than half of the documents or postings that the tier can hold were added. */
    public boolean isHalfFull() {
        return documents > limits.documents() / 2 || postings > limits.postings() / 2;
    }

    /** True if the views of this tier have minutiae. */
    public boolean isSearched() {
        return minutiae.isPresent();
    }

    /**
     * Sets the value that {@link LiveDocument#meanLog} returns.
     *
     * @param document whose value no thread reads yet
     */
    public void meanLog(int document, double value) {
        records.get(Objects.checkIndex(document, documents)).mean()[0] = value;
    }

    /**
     * Creates a view of all documents added so far. Publish it safely to other threads.
     *
     * @throws IllegalStateException if the tier is closed
     */
    public synchronized LiveView view() {
        return view(documents);
    }

    /**
     * Creates a view of the first documents.
     *
     * @param first number of documents, at most those added so far
     * @throws IllegalStateException if the tier is closed
     */
    public synchronized LiveView view(int first) {
        checkOpen();
        Ranges.check("first", first, 0, documents);
        if (!memory.retain()) {
            throw new IllegalStateException("the memory of this live tier was released with its last view");
        }
        return new LiveView(minutiae, records, first, memory);
    }

    /** The newest document of an id, or −1. */
    public int find(byte[] id) {
        return find(id, documents);
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

    /** The bytes of heap of the minutiae of a tier in heap; 0 for other tiers. */
    public synchronized long minutiaeBytes() {
        return minutiae.map(TierMinutiae::bytes).orElse(0L);
    }

    /**
     * The most bytes of heap that the minutiae of one more document take in a tier in heap, while they are added; 0 for
     * other tiers.
     */
    public synchronized long bytesToAdd(int postings) {
        return minutiae.map(its -> its.bytesToAdd(postings)).orElse(0L);
    }

    /**
     * Leaves the memory to the views: it is released with the last of them, without a call of {@link #close}. Until
     * then, documents can be added, and views made.
     */
    public synchronized void leaveToViews() {
        checkOpen();
        if (!left) {
            left = true;
            memory.release();
        }
    }

    /** Ends additions and new views. A second call does nothing. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (!left) {
                memory.release();
            }
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this live tier is closed");
        }
    }

    private static void tryOut(Path file) throws IOException {
        long[] minutiae = {5, 7};
        try (LiveTier tier = LiveTier.create(file, new LiveLimits(minutiae.length, 1), false)) {
            tier.add(new LoggedDocument(new byte[] {'a'}, 1, new byte[0], minutiae, new int[0], minutiae.length));
            try (LiveView view = tier.view();
                    LiveView.Cursor cursor = view.cursor()) {
                if (!cursor.find(7) || !cursor.next() || cursor.document() != 0 || cursor.find(6)) {
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
}
